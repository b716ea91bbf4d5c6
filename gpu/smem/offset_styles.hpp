// Writes a rule of offsets in various styles. Internal to deduce_offset.
#pragma once

#include <string>
#include <string_view>

#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline gpu_smem {

struct OffsetExpression {
  Spelled whole;  // the offset as one expression
  // The offset with a local variable `linear` for a part that would occur twice, and `result`, which uses it. Both
  // empty: `whole` is short.
  std::string linear, result;
};
// Writes the offset as C expressions.
OffsetExpression spell_offset(const OffsetTile& tile, const OffsetRule& rule);

// Writes the offsets as a CuTe layout. If CuTe cannot express them, returns an error with the reason and the styles
// that can.
Result<std::string> cute_offset(const OffsetTile& tile, const OffsetRule& rule, std::string& note);
Result<std::string> bases_offset(const OffsetTile& tile);
std::string offset_function(const OffsetExpression& spelled, std::string_view title);
std::string python_offset(const OffsetExpression& spelled, std::string_view title);

}  // namespace tcviz::inline gpu_smem
