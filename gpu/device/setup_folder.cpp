#include "gpu/device/setup_folder.hpp"

namespace tcviz {
inline namespace gpu_device {

std::string setup_folder() { return TCVIZ_SETUP_DIR; }

}  // namespace gpu_device
}  // namespace tcviz
