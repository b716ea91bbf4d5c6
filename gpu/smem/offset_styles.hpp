// The spellings of a rule of offsets. Inside deduce_offset.
#pragma once

#include <string>
#include <string_view>

#include "gpu/smem/deduce_offset.hpp"

namespace tcviz::inline gpu_smem {

struct OffsetExpression {
  Spelled whole;  // one expression
  // The same with a local for a part that would stand there twice: `linear`, and `result`, which uses it. Both empty:
  // `whole` is short.
  std::string linear, result;
};
OffsetExpression spell_offset(const OffsetTile& tile, const OffsetRule& rule);

// Spells the offsets in CuTe; errors say why the style cannot, and which styles can.
Result<std::string> cute_offset(const OffsetTile& tile, const OffsetRule& rule, std::string& note);
Result<std::string> bases_offset(const OffsetTile& tile);
std::string offset_function(const OffsetExpression& spelled, std::string_view title);
std::string python_offset(const OffsetExpression& spelled, std::string_view title);

}  // namespace tcviz::inline gpu_smem
