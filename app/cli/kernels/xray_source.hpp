// Reads the file of a kernel as PTX: a .ptx file directly, a .cu file after compiling it with nvcc, or if there is no
// nvcc, with NVRTC.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct KernelFiles {
  std::string source;  // path of the kernel
  std::string ptx;     // for .cu: path of its PTX; read if the file exists, else written; empty: not kept
};
// Returns the PTX, or the error Unavailable if there is no compiler for a .cu file.
Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch);

}  // namespace tcviz::inline app_cli
