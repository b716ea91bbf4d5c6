// Spells a linear map as C: masks and shifts, joined by | if no two parts share a bit and by ^ if they do, with as few
// operators as that way of writing allows.
#pragma once

#include "gpu/language/deduce/linear_map.hpp"
#include "gpu/language/deduce/spelled.hpp"

namespace tcviz::inline gpu_deduce {

Spelled spell_with_masks(const LinearMap& map);

// Spells the same map with / % * and +: bits as digits.
Spelled spell_with_division(const LinearMap& map);

}  // namespace tcviz::inline gpu_deduce
