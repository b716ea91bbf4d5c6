// Explains why an instruction that a user asks for does not exist. Pure functions.
#pragma once

#include <string>

#include "gpu/layout/kind_query.hpp"

namespace tcviz::inline gpu_layout {

// Returns a sentence with the section of the PTX manual that rules out the query: a size that wgmma does not have,
// types that cannot be multiplied, an operand that is never in registers. Returns an empty text if such an instruction
// may exist.
std::string why_no_instruction(const KindQuery& query);

}  // namespace tcviz::inline gpu_layout
