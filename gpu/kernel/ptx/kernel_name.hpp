// The names of kernels as their authors know them: C++ compilers mangle them in PTX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_ptx {

// Returns "tc::gemm" for the name that a C++ compiler made of `tc::gemm(const __half*, float*)` or of an instance of a
// template; any other name as it is.
std::string short_name(std::string_view name);
// Returns the short names of kernels; the whole names of those that would have the same short one.
std::vector<std::string> names_apart(const std::vector<std::string_view>& names);

}  // namespace tcviz::inline gpu_ptx
