// Writes an instruction as nvdisasm writes it, so that the decoder can be compared with it.
#pragma once

#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/source/sass/instruction.hpp"

namespace tcviz::inline gpu_sass {

// Returns the text. nvdisasm spells some forms differently on different architectures. A branch's target is an address.
std::string describe(const Instruction& instruction, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_sass
