#include "gpu/source/device/nvrtc_library.hpp"

#include <fmt/format.h>

#include "gpu/source/device/find_function.hpp"
#include "gpu/source/device/open_library.hpp"

namespace tcviz::inline gpu_device {
namespace {

bool find_all(void* library, NvrtcLibrary& f) {
  return find_function(library, "nvrtcVersion", f.version) &&
         find_function(library, "nvrtcGetNumSupportedArchs", f.count_architectures) &&
         find_function(library, "nvrtcGetSupportedArchs", f.architectures) &&
         find_function(library, "nvrtcCreateProgram", f.create) &&
         find_function(library, "nvrtcDestroyProgram", f.destroy) &&
         find_function(library, "nvrtcCompileProgram", f.compile) &&
         find_function(library, "nvrtcGetCUBINSize", f.cubin_size) &&
         find_function(library, "nvrtcGetCUBIN", f.cubin) && find_function(library, "nvrtcGetPTXSize", f.ptx_size) &&
         find_function(library, "nvrtcGetPTX", f.ptx) && find_function(library, "nvrtcGetProgramLogSize", f.log_size) &&
         find_function(library, "nvrtcGetProgramLog", f.log) &&
         find_function(library, "nvrtcGetErrorString", f.error_text);
}

}  // namespace

std::string NvrtcLibrary::version_text() const {
  int major = 0, minor = 0;
  version(&major, &minor);
  return fmt::format("{}.{}", major, minor);
}

std::optional<NvrtcLibrary> open_nvrtc(const std::string& place) {
  const OpenLibrary library = open_library(place);
  NvrtcLibrary found;
  if (!library || !find_all(library.get(), found)) return std::nullopt;
  int major = 0, minor = 0;
  found.file = file_of(reinterpret_cast<void*>(found.version));
  if (found.file.empty() || found.version(&major, &minor) != 0 || major < 12) return std::nullopt;
  return found;
}

}  // namespace tcviz::inline gpu_device
