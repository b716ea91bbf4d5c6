// The example kernels of `tcviz xray --example`: one in PTX, in which a warp multiplies 16x16 by 16x8, and those of
// app/session/xray in CUDA C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

inline constexpr std::string_view first_xray_example = "ptx";  // its text ends with a list of all others

// Returns "ptx", "wmma", "wmma:columns", ...
std::vector<std::string> xray_example_names();
// Returns the text of the example `name`, or the error BadInput with the most similar names.
Result<std::string> xray_example(const std::string& name);

}  // namespace tcviz::inline app_cli
