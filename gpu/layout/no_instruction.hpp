// The reasons why no instruction is like the one that was named. Pure functions.
#pragma once

#include <string>

#include "gpu/layout/kind_query.hpp"

namespace tcviz::inline gpu_layout {

// Returns a sentence with the section of the PTX manual that the query contradicts: a width that wgmma does not have,
// types that do not multiply, an operand that no register holds. Empty: such an instruction may exist.
std::string why_no_instruction(const KindQuery& query);

}  // namespace tcviz::inline gpu_layout
