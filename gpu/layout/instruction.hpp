// A kind in the words of PTX: the instruction that has it, and what it asks of architecture and assembler.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {

// "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"; where a kind is part of several, the usual one. An n that may
// be any is a capital N, as in the manual: "m64nNk16". Empty for a kernel's tile.
std::string instruction_of(const Kind& kind);
// The instruction that computes a product of the catalogue, with its types and its width.
std::string instruction_of(const Product& product);
// ldmatrix and stmatrix: the thread that gives the address of a row of the stacked matrices, 0 <= row < rows(). Others'
// addresses are not used. None for any other kind.
std::optional<int> address_thread(const Kind& kind, int row);
// The first architecture with it: "sm_80"; "sm_90a" if only that generation has it.
std::string first_architecture(const Kind& kind);
// "7.0"; empty for a kernel's tile.
std::string first_ptx(const Kind& kind);

}  // namespace tcviz::inline gpu_layout
