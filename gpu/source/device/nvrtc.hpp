// Compiles kernels at run time with NVIDIA's NVRTC, opened if there is one: text -> cubin or PTX, with neither GPU nor
// driver. Knows nothing of what the kernels do, nor of loading and launching them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"
#include "gpu/source/device/library_search.hpp"

namespace tcviz::inline gpu_device {

struct NvrtcPlaces {
  std::filesystem::path library;      // of libnvrtc.so.12 or .13
  std::string version;                // "13.0"
  std::filesystem::path include;      // the folder of cuda_fp16.h, mma.h and crt/; empty if there is none
  std::vector<std::string> searched;  // every place that was looked at, in order
};

// Finds the first NVRTC of: TCVIZ_NVRTC (a file, or a folder to look in), the set-up's folder, the loader's own folders
// and LD_LIBRARY_PATH, CUDA_HOME, CUDA_PATH, /usr/local/cuda*, the toolkit of the nvcc on PATH, Python's packages. If
// there is none, the error holds the places searched and what to do.
Result<NvrtcPlaces> find_nvrtc();
Result<NvrtcPlaces> find_nvrtc(const Surroundings& machine);

struct CompileRequest {
  std::string text;
  std::string file_name;  // the name in the log
  ComputeCapability capability = 90;
  std::vector<std::string> options;  // "--fmad=false"; the architecture, C++20 and the include folder are given anyway
};

// One message of the compiler. `line` counts from 1 and follows the text's own #line, as `file` does.
struct CompileLogLine {
  int line = 0;  // 0: the message names none
  std::string file;
  bool error = false;
  std::string message;
};

struct Compiled {
  std::vector<std::byte> cubin;
  std::string log;
  bool from_cache = false;
  double milliseconds = 0;
  std::string compiler;  // "NVRTC 13.0"
};

struct CompileFailure {
  std::string log;
  std::vector<CompileLogLine> lines;
  Error error;
};

// Compiles a cubin for sm_<capability>, or takes it from the cache if that holds one. An empty `cache_folder` means no
// cache; a folder that cannot be written is not a failure. May be called from several threads at once.
std::variant<Compiled, CompileFailure> compile_kernel(const NvrtcPlaces& places, const CompileRequest& request,
                                                      const std::filesystem::path& cache_folder);

// Compiles PTX for an architecture that may have a letter, "sm_90a", with the lines of the text; code for the device
// alone. BadInput: the whole log.
Result<std::string> compile_to_ptx(const NvrtcPlaces& places, const std::string& text, const std::string& file_name,
                                   const std::string& architecture);

// Returns $XDG_CACHE_HOME/tcviz/kernels or its usual stand-in; empty if the user has no home.
std::filesystem::path default_kernel_cache();
std::filesystem::path default_kernel_cache(const Surroundings& machine);

// Returns the architectures that this NVRTC compiles for, in rising order.
std::vector<ComputeCapability> nvrtc_architectures(const NvrtcPlaces& places);

// Reads the messages "file(3): error: ..." and the like, in the order of the log.
std::vector<CompileLogLine> parse_compile_log(const std::string& log);

}  // namespace tcviz::inline gpu_device
