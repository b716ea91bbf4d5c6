// A kind in the words of PTX: the instruction that has it, and the architecture and assembler that the instruction
// needs.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {

// Returns the instruction, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"; if a kind is part of several, the
// usual one. A capital N stands for any n, as in the manual: "m64nNk16". Empty for a kernel's tile.
std::string instruction_of(const Kind& kind);
// Returns the instruction that computes a product of the catalogue, with its types and its width.
std::string instruction_of(const Product& product);
// Returns the thread that passes the address of a row of the stacked matrices to ldmatrix or stmatrix, 0 <= row <
// rows(). Addresses of other threads are not used. None for any other kind.
std::optional<int> address_thread(const Kind& kind, int row);
// Returns the first architecture with the kind: "sm_80"; "sm_90a" if only that generation has it.
std::string first_architecture(const Kind& kind);
// Returns the first PTX version with the kind: "7.0"; empty for a kernel's tile.
std::string first_ptx(const Kind& kind);

}  // namespace tcviz::inline gpu_layout
