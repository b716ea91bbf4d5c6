// The names of kernels as their authors know them: C++ compilers mangle them in PTX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_ptx {

// Returns "void tc::gemm<64>(__half const*, float*)" for the name that a C++ compiler made of it; any other name as it
// is.
std::string full_name(std::string_view name);
// Returns the place of the ( of the parameters in such a name, the first one that no <> encloses; its size: it has
// none.
std::size_t parameters_of(std::string_view name);
// Returns "tc::gemm" for the name that a C++ compiler made of `tc::gemm(const __half*, float*)` or of an instance of a
// template; any other name as it is.
std::string short_name(std::string_view name);
// Returns "tc::gemm<64>": the short name with its template arguments.
std::string name_with_arguments(std::string_view name);
// Returns the short names of kernels; those that would be the same with template arguments, or else whole.
std::vector<std::string> names_apart(const std::vector<std::string_view>& names);

}  // namespace tcviz::inline gpu_ptx
