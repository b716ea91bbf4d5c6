// Writes an instruction in the notation of nvdisasm, so that the decoder can be compared with it.
#pragma once

#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/source/sass/instruction.hpp"

namespace tcviz::inline gpu_sass {

// Returns the text of an instruction. nvdisasm spells some forms differently for different architectures. The target of
// a branch is an address.
std::string describe(const Instruction& instruction, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_sass
