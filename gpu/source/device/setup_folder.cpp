#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_device {

std::string setup_folder() { return TCVIZ_SETUP_DIR; }

}  // namespace tcviz::inline gpu_device
