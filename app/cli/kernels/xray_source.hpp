// A kernel's file as PTX: a .ptx file as it is, a .cu file through nvcc, or through NVRTC if there is no nvcc.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct KernelFiles {
  std::string source;  // its path
  std::string ptx;     // path of a .cu file's PTX: read if it is there, else written; empty: the PTX is not kept
};
// Returns the PTX. Unavailable if a .cu file has no compiler here.
Result<std::string> ptx_of(const KernelFiles& files, const std::string& arch);

}  // namespace tcviz::inline app_cli
