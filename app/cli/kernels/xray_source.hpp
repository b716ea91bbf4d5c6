// A kernel's file as PTX: a .ptx file as it is, a .cu file by way of nvcc, or of NVRTC where there is none.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct KernelFiles {
  std::string source;  // its path
  std::string ptx;     // of the PTX of a .cu, which is read where it is there and else written; empty: it is not kept
};
// Unavailable where a .cu file has no compiler here.
Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch);

}  // namespace tcviz::inline app_cli
