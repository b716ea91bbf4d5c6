// Compiles CUDA source text at run time with NVIDIA's NVRTC library, if it is installed: text -> cubin or PTX. Needs
// neither a GPU nor a driver. Knows nothing of what kernels do, nor of loading and launching them.
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

// An NVRTC that was found.
struct NvrtcPlaces {
  std::filesystem::path library;      // file of libnvrtc.so.12 or .13
  std::string version;                // "13.0"
  std::filesystem::path include;      // folder with cuda_fp16.h, mma.h and crt/; empty: none was found
  std::vector<std::string> searched;  // all places of the search, in order
};

// Finds NVRTC, the first one in: TCVIZ_NVRTC (a file, or a folder that contains it), the set-up folder, the loader's
// folders and LD_LIBRARY_PATH, CUDA_HOME, CUDA_PATH, /usr/local/cuda*, the toolkit of the nvcc on PATH, Python
// packages. If there is none, the error lists the searched places and gives advice.
Result<NvrtcPlaces> find_nvrtc();
Result<NvrtcPlaces> find_nvrtc(const Surroundings& machine);

// A text to be compiled.
struct CompileRequest {
  std::string text;
  std::string file_name;              // the name of the text in the compiler's log
  ComputeCapability capability = 90;  // the architecture to compile for: 90 for sm_90
  // More options, such as "--fmad=false"; architecture, C++20 and include folder are always given.
  std::vector<std::string> options;
};

// One message of the compiler. `line` counts from 1; `line` and `file` follow #line directives in the text.
struct CompileLogLine {
  int line = 0;  // 0: the message names none
  std::string file;
  bool error = false;
  std::string message;
};

// A compiled text.
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

// Compiles a cubin for sm_<capability>, or takes it from the cache in `cache_folder` (empty: no cache; a folder that
// cannot be written is ignored). May be called from several threads at once.
std::variant<Compiled, CompileFailure> compile_kernel(const NvrtcPlaces& places, const CompileRequest& request,
                                                      const std::filesystem::path& cache_folder);

// Compiles device code to PTX with line information (.loc), for an architecture that may have a letter: "sm_90a".
// `flags` are further options, as nvcc has them; `-std=` among them replaces C++17. Returns the error BadInput with the
// whole log if the text does not compile.
Result<std::string> compile_to_ptx(const NvrtcPlaces& places, const std::string& text, const std::string& file_name,
                                   const std::string& architecture, const std::vector<std::string>& flags = {});

// Returns $XDG_CACHE_HOME/tcviz/kernels, or the same below ~/.cache; empty if the user has no home folder.
std::filesystem::path default_kernel_cache();
std::filesystem::path default_kernel_cache(const Surroundings& machine);

// Returns the architectures for which this NVRTC compiles, in rising order.
std::vector<ComputeCapability> nvrtc_architectures(const NvrtcPlaces& places);

// Returns the messages in a log, "file(3): error: ..." and the like, in their order.
std::vector<CompileLogLine> parse_compile_log(const std::string& log);

}  // namespace tcviz::inline gpu_device
