// A linear map as C: masks and shifts, joined by | where no two parts share a bit and by ^ where they do, with as few
// operators as that way of writing allows.
#pragma once

#include "gpu/formula/linear_map.hpp"
#include "gpu/formula/spelled.hpp"

namespace tcviz {

Spelled spell_with_masks(const LinearMap& map);

// The same with / % * and +: bits as digits.
Spelled spell_with_division(const LinearMap& map);

}  // namespace tcviz
