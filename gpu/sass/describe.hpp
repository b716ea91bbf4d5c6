// An instruction as nvdisasm writes it, so that the decoder can be held against it.
#pragma once

#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/sass/instruction.hpp"

namespace tcviz {

// nvdisasm spells some forms otherwise from one architecture to the next. A branch's target is an address.
std::string describe(const Instruction& instruction, ComputeCapability architecture);

}  // namespace tcviz
