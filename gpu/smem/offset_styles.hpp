// Writes a rule of offsets in various styles. Internal to deduce_offset.
#pragma once

#include <string>
#include <string_view>

#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline gpu_smem {

struct OffsetExpression {
  Spelled whole;  // the offset as one expression
  // The same offset in two parts: the value of a local variable `linear` for what would occur twice, and `result`,
  // which uses that variable. Both are empty if `whole` is short.
  std::string linear, result;
};
// Writes the offset as C expressions.
OffsetExpression spell_offset(const OffsetTile& tile, const OffsetRule& rule);

// Writes the offsets as a CuTe layout; `note` becomes what the reader must know beside it. If CuTe cannot express them,
// returns an error with the reason and the styles that can.
Result<std::string> cute_offset(const OffsetTile& tile, const OffsetRule& rule, std::string& note);
// Writes the offsets as linear bases: what each bit of row and col adds.
Result<std::string> bases_offset(const OffsetTile& tile);
// Writes a C++ function of row and col, with `title` as its comment.
std::string offset_function(const OffsetExpression& spelled, std::string_view title);
// Writes the same as a Python function.
std::string python_offset(const OffsetExpression& spelled, std::string_view title);

}  // namespace tcviz::inline gpu_smem
