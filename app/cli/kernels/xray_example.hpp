// Kernels to begin with: one as PTX, in which one warp multiplies 16x16 by 16x8, and those of the session, as CUDA C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

inline constexpr std::string_view first_xray_example = "ptx";  // with a list of all others behind it

// Returns "ptx", "wmma", "wmma:columns", ...
std::vector<std::string> xray_example_names();
// Returns the text of an example. BadInput if there is none of this name, with the nearest ones.
Result<std::string> xray_example(const std::string& name);

}  // namespace tcviz::inline app_cli
