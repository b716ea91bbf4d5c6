#include "gpu/device/driver.hpp"

#include <dlfcn.h>

#include <fstream>
#include <regex>
#include <sstream>

namespace tcviz {
namespace {

// NVML knows the driver's version also where /proc does not show it.
std::string version_from_nvml() {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return {};
  const auto init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
  const auto version = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion"));
  const auto shutdown = reinterpret_cast<int (*)()>(dlsym(library, "nvmlShutdown"));
  char text[96] = {};
  if (init != nullptr && version != nullptr && shutdown != nullptr && init() == 0) {
    if (version(text, sizeof text) != 0) text[0] = 0;
    shutdown();
  }
  dlclose(library);
  return text;
}

}  // namespace

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
  const std::string from_nvml = version_from_nvml();
  return from_nvml.empty() ? "unknown" : from_nvml;
}

}  // namespace tcviz
