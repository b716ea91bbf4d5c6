#include <fmt/format.h>

#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_device {

std::string fetch_command(const std::string& extra, const std::string& folder) {
  return folder.empty() ? fmt::format("`pip install 'tcviz[{}]'`", extra) : "`app/run --with-compilers`";
}

}  // namespace tcviz::inline gpu_device
