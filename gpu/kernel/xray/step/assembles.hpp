// The checks of an assembler that a reader of PTX needs no table of opcodes for elsewhere: operands that are declared
// and as wide as the instruction. What ptxas refuses is no kernel.
#pragma once

#include <string>

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Returns the reason why ptxas refuses an instruction, "%rd1 has 64 bits, and it takes 32"; empty: none is known.
std::string assembler_fault(const XrayProgram& program, const XrayStep& step);

}  // namespace tcviz::inline gpu_xray
