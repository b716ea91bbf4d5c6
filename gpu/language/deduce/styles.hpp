// Whole texts of a deduction: functions, CuTe layouts, linear bases, the PTX manual's style. Inside the room only.
#pragma once

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/linear_map.hpp"

namespace tcviz::inline gpu_deduce {

// Lines of C++ or Python with the provenance in a comment above. `names` are the results, `arguments` the inputs.
struct FunctionText {
  std::vector<std::string> names;      // "row", "col"
  std::vector<std::string> bodies;     // expressions
  std::vector<std::string> arguments;  // "tid", "i"
};
std::string cpp_functions(const Layout& layout, const FunctionText& functions);
std::string python_functions(const Layout& layout, const FunctionText& functions);
// The same for a layout without a short formula: the map itself.
std::string cpp_table(const Layout& layout);
std::string python_table(const Layout& layout);

std::string bases_text(const BitMatrix& matrix);
std::string inverse_bases_text(const InverseMaps& maps);
// None if the layout is not a sum of digits: CuTe's strides can express nothing else.
std::optional<std::string> cute_text(const Layout& layout);
std::string ptx_text(const std::string& row, const std::string& col);

}  // namespace tcviz::inline gpu_deduce
