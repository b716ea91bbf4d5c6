// Why there is no instruction like the one that was named. Pure functions.
#pragma once

#include <string>

#include "gpu/layout/kind_query.hpp"

namespace tcviz::inline gpu_layout {

// A sentence with the section of the PTX manual where what was named contradicts it: a width that wgmma does not have,
// types that do not multiply, an operand that no register holds. Empty: it may exist.
std::string why_no_instruction(const KindQuery& query);

}  // namespace tcviz::inline gpu_layout
