// Reads the file of a kernel as PTX: a .ptx file directly, a .cu file after compiling it with nvcc, or if there is no
// nvcc, with NVRTC.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct KernelFiles {
  std::string source;  // path of the kernel
  std::string ptx;     // for .cu: path of its PTX; read if the file exists, else written; empty: not kept
};
// True for the name of a source in CUDA C++, which is compiled.
bool is_cuda_source(std::string_view name);
// Returns the PTX, or the error Unavailable if there is no compiler for a .cu file.
Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch);

}  // namespace tcviz::inline app_cli
