// A kernel's file as PTX: a .ptx file as it is, a .cu file by way of nvcc, or of NVRTC where there is none.
#pragma once

#include <string>

#include "gpu/layout/result.hpp"

namespace tcviz {
inline namespace app_cli {

// Unavailable where a .cu file has no compiler here.
Result<std::string> ptx_of(const std::string& path, const std::string& arch);

}  // namespace app_cli
}  // namespace tcviz
