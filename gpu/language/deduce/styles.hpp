// Writes deduced formulae in various styles: functions, CuTe layouts, linear bases, the style of the PTX manual.
#pragma once

#include <array>
#include <span>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/linear_map.hpp"
#include "gpu/language/deduce/radix.hpp"

namespace tcviz::inline gpu_deduce {

// Returns a C expression in Python's syntax: quotients and ?:. No quotient is negative, so / becomes //.
std::string python_expression(std::string text);
// Returns a function; `body` has the lines of its body.
std::string cpp_function(std::string_view name, std::span<const std::string> arguments, std::string_view body);
std::string python_function(std::string_view name, std::span<const std::string> arguments, std::string_view body);

// The parts of functions in C++ or Python, above which a comment states the provenance.
struct FunctionText {
  std::vector<std::string> names;      // results, one for each function: "row", "col"
  std::vector<std::string> bodies;     // the expression of each function
  std::vector<std::string> arguments;  // inputs of all functions: "tid", "i"
};
// Returns the functions in C++.
std::string cpp_functions(const Layout& layout, const FunctionText& functions);
std::string python_functions(const Layout& layout, const FunctionText& functions);
// Returns functions for a layout without a short formula, which contain the whole map as a table.
std::string cpp_table(const Layout& layout);
std::string python_table(const Layout& layout);

// Returns a linear layout as the basis vectors of tid and i; inverse_bases_text() does so for its inverse.
std::string bases_text(const BitMatrix& matrix);
std::string inverse_bases_text(const InverseMaps& maps);
// Returns a linear layout as Triton prints it, with warps of 32 threads. The matrix must have no offset.
std::string triton_text(const BitMatrix& matrix);
// Returns a sum as CuTe shape and stride, with strides in units of `unit` bytes. The sum must have no base. Returns an
// error with the reason if CuTe cannot express it.
Result<std::string> cute_of(const RadixSum& sum, std::array<int, 2> sizes, int unit);
// Returns a layout as a CuTe layout; none if it is not a sum of digits, as CuTe's strides express nothing else.
std::optional<std::string> cute_text(const Layout& layout);
// Returns formulae for row and col in the style of the PTX manual.
std::string ptx_text(const std::string& row, const std::string& col);

}  // namespace tcviz::inline gpu_deduce
