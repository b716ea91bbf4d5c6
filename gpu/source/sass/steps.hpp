// Executes one instruction on a warp; one function for each group of operations.
#pragma once

#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/warp.hpp"

namespace tcviz::inline gpu_sass {

// Executes moves between registers, constants and lane numbers.
Objection step_move(Warp& warp, const Instruction& x);
// Executes sums and products.
Objection step_integer(Warp& warp, const Instruction& x);
// Executes logic, shifts, permutations and the transpose.
Objection step_bits(Warp& warp, const Instruction& x);
// Executes products of small integer matrices.
Objection step_matrix(Warp& warp, const Instruction& x);
// Executes loads and stores.
Objection step_memory(Warp& warp, const Instruction& x);

}  // namespace tcviz::inline gpu_sass
