// What each operation does to a warp.
#pragma once

#include "gpu/sass/instruction.hpp"
#include "gpu/sass/warp.hpp"

namespace tcviz {

Problem step_move(Warp& warp, const Instruction& x);     // moves between registers, constants and lane numbers
Problem step_integer(Warp& warp, const Instruction& x);  // sums and products
Problem step_bits(Warp& warp, const Instruction& x);     // logic, shifts, permutations, the transpose
Problem step_matrix(Warp& warp, const Instruction& x);   // products of small matrices of whole numbers
Problem step_memory(Warp& warp, const Instruction& x);   // loads and stores

}  // namespace tcviz
