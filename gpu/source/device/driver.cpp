#include "gpu/source/device/driver.hpp"

#include <dlfcn.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "gpu/source/device/nvml.hpp"

namespace tcviz::inline gpu_device {
bool driver_library_found() {
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library != nullptr) dlclose(library);
  return library != nullptr;
}

std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::stringstream text;
  text << file.rdbuf();
  std::smatch match;
  const std::string all = text.str();
  if (std::regex_search(all, match, std::regex(R"(\s(\d+\.\d+(\.\d+)?)\s)"))) return match[1];
  // NVML knows the version even if /proc does not show it.
  const auto nvml = Nvml::open();
  const std::string from_nvml = nvml ? nvml->driver_version() : "";
  return from_nvml.empty() ? "unknown" : from_nvml;
}

}  // namespace tcviz::inline gpu_device
