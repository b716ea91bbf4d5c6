#include "gpu/device/nvrtc_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tcviz {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, NvrtcLibrary& f) {
  return find(library, "nvrtcVersion", f.version) &&
         find(library, "nvrtcGetNumSupportedArchs", f.count_architectures) &&
         find(library, "nvrtcGetSupportedArchs", f.architectures) && find(library, "nvrtcCreateProgram", f.create) &&
         find(library, "nvrtcDestroyProgram", f.destroy) && find(library, "nvrtcCompileProgram", f.compile) &&
         find(library, "nvrtcGetCUBINSize", f.cubin_size) && find(library, "nvrtcGetCUBIN", f.cubin) &&
         find(library, "nvrtcGetProgramLogSize", f.log_size) && find(library, "nvrtcGetProgramLog", f.log) &&
         find(library, "nvrtcGetErrorString", f.error_text);
}

}  // namespace

std::string NvrtcLibrary::version_text() const {
  int major = 0, minor = 0;
  version(&major, &minor);
  return fmt::format("{}.{}", major, minor);
}

std::optional<NvrtcLibrary> open_nvrtc(const std::string& place) {
  // What the library keeps for itself to the end would look like a leak once it is gone: it stays.
  void* const library = dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) return std::nullopt;
  NvrtcLibrary found;
  Dl_info info{};
  const bool whole = find_all(library, found) && dladdr(reinterpret_cast<void*>(found.version), &info) != 0;
  dlclose(library);
  int major = 0, minor = 0;
  if (!whole || found.version(&major, &minor) != 0 || major < 12) return std::nullopt;
  found.file = info.dli_fname;
  return found;
}

}  // namespace tcviz
