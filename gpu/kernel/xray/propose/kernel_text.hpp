// A kernel in CUDA C++ as its author wrote it: parameters, template parameters, body and the calls that launch it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/kernel/xray/propose/host_text.hpp"

namespace tcviz::inline gpu_xray {

struct KernelParameter {
  std::string name;
  std::string type;  // "half", without const and *
  bool is_pointer = false, is_const = false;
};

struct KernelText {
  std::string name;
  std::vector<KernelParameter> parameters;
  std::vector<std::string> template_parameters;  // names; empty: it has none
  TokenRange body;
  TokenRange launch_bounds;  // the arguments of __launch_bounds__; empty: none
  std::size_t at = 0;        // the token `__global__`
};
// Returns the kernels that the text defines.
std::vector<KernelText> kernels_in(const HostText& text);

// A function of host code, or a lambda with a name, as its author wrote it.
struct HostFunction {
  std::string name;
  std::vector<KernelParameter> parameters;
  std::vector<std::string> template_parameters;
  TokenRange body;
};
// Returns the functions that the text defines, kernels too.
std::vector<HostFunction> functions_in(const HostText& text);
// Returns the innermost of the functions around a token; null: it is in none.
const HostFunction* function_around(const std::vector<HostFunction>& functions, std::size_t at);

// A call kernel<<<grid, block, shared>>>(...), or one of cudaLaunchKernelEx and its like.
struct KernelCall {
  std::size_t at = 0;  // the token of the name
  TokenRange grid, block, shared;
  std::vector<TokenRange> arguments;
  TokenRange whole;  // for a quotation
};
// Returns the calls that launch the kernel, by its name or by a variable that holds it.
std::vector<KernelCall> calls_of(const HostText& text, std::string_view kernel);
// Returns the ranges between commas of <...> or (...), where inner <...> are brackets, too.
std::vector<TokenRange> template_parts(const HostText& text, TokenRange range);
// Returns the token behind the bracket that opens at `at`, or behind `at` if none does: a < may be a comparison. Both
// of X<Y<int>> close at one token, which is the end of X's range; but the >> that ends <<<...>>> closes nothing inside.
std::size_t behind_bracket(const HostText& text, std::size_t at, TokenRange range);
// Returns the index of the > that closes the < at `open`; `open` if it is no bracket.
std::size_t template_close(const HostText& text, std::size_t open);

// Reads the parameters of a demangled name: "half const*" and "int" of "void f<64>(half const*, int)".
std::vector<KernelParameter> demangled_parameters(std::string_view name);
// Reads the whole numbers among the template arguments of a demangled name; none for a type.
std::vector<std::optional<std::int64_t>> demangled_template_arguments(std::string_view name);

}  // namespace tcviz::inline gpu_xray
