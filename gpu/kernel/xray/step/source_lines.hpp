// Finds the place in the source of each instruction, and the calls that the compiler has inlined around it.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// Fills `lines`, `chains` and `chain_of` of a program. The line is that of the file that the kernel begins in: an
// instruction of a function from a header has the line of the call, through the headers between; if the PTX does not
// name it, it has the line before.
void find_lines(XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
