// The effect of each operation on a warp.
#pragma once

#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/warp.hpp"

namespace tcviz::inline gpu_sass {

Objection step_move(Warp& warp, const Instruction& x);     // moves between registers, constants and lane numbers
Objection step_integer(Warp& warp, const Instruction& x);  // sums and products
Objection step_bits(Warp& warp, const Instruction& x);     // logic, shifts, permutations, the transpose
Objection step_matrix(Warp& warp, const Instruction& x);   // products of small matrices of whole numbers
Objection step_memory(Warp& warp, const Instruction& x);   // loads and stores

}  // namespace tcviz::inline gpu_sass
