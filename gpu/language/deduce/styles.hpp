// Spells deduced formulae: functions, CuTe layouts, linear bases, the PTX manual's style.
#pragma once

#include <array>
#include <span>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/linear_map.hpp"
#include "gpu/language/deduce/radix.hpp"

namespace tcviz::inline gpu_deduce {

// Writes C's quotients and choices in Python; no quotient is negative, so that Python's means the same.
std::string python_expression(std::string text);
// Returns one function; `body` is its lines.
std::string cpp_function(std::string_view name, std::span<const std::string> arguments, std::string_view body);
std::string python_function(std::string_view name, std::span<const std::string> arguments, std::string_view body);

// The parts of functions of C++ or Python, which have the provenance in a comment above. `names` are the results,
// `arguments` the inputs.
struct FunctionText {
  std::vector<std::string> names;      // "row", "col"
  std::vector<std::string> bodies;     // expressions
  std::vector<std::string> arguments;  // "tid", "i"
};
std::string cpp_functions(const Layout& layout, const FunctionText& functions);
std::string python_functions(const Layout& layout, const FunctionText& functions);
// Returns functions for a layout without a short formula: the map itself as a table.
std::string cpp_table(const Layout& layout);
std::string python_table(const Layout& layout);

std::string bases_text(const BitMatrix& matrix);
std::string inverse_bases_text(const InverseMaps& maps);
// Returns the shape and stride of a sum without a base, whose strides count `unit` bytes each; an error says why CuTe
// has none.
Result<std::string> cute_of(const RadixSum& sum, std::array<int, 2> sizes, int unit);
// Returns the layout in CuTe. None if it is not a sum of digits: CuTe's strides can express nothing else.
std::optional<std::string> cute_text(const Layout& layout);
std::string ptx_text(const std::string& row, const std::string& col);

}  // namespace tcviz::inline gpu_deduce
