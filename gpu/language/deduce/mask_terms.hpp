// Writes a linear map as a C expression.
#pragma once

#include "gpu/language/deduce/linear_map.hpp"
#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

// Writes the map with masks and shifts, joined by | if no two parts share a bit and else by ^, with as few operators as
// this form allows.
Spelled spell_with_masks(const LinearMap& map);

// Writes the map with / % * and +: each run of bits is a digit.
Spelled spell_with_division(const LinearMap& map);

}  // namespace tcviz::inline gpu_deduce
