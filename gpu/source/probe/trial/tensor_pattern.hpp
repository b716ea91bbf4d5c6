// Builds the words of a TensorRequest's pattern from whole matrices, through the layouts of the operands. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"

namespace tcviz::inline gpu_probe {

// The layouts of the operands. `b` is null if B is in shared memory, `e` if A is dense.
struct TensorLayouts {
  const Layout* a = nullptr;
  const Layout* b = nullptr;
  const Layout* sum = nullptr;
  const Layout* e = nullptr;
};

// Matrices of integers, row by row: A as it is stored (a sparse A has half its columns), B, and C.
struct TensorMatrices {
  std::vector<int> a, b, c;
  Words e;  // the metadata register of each thread; empty if A is dense
};
// Returns matrices of zeros; the metadata selects the first elements of every chunk, which is legal for all types.
TensorMatrices zero_matrices(const TensorInstruction& instruction);
inline constexpr std::uint32_t first_of_every_chunk = 0x44444444;

// Appends the words of a pattern to `to`.
void append_pattern(Words& to, const TensorInstruction& instruction, const TensorLayouts& layouts,
                    const TensorMatrices& matrices);

// Returns the offset, in shared memory without swizzle, of byte `at` along k in column `col` of B. shared_bytes()
// returns the size of all of B. Memory consists of blocks of 8 columns by 16 bytes; blocks that follow along k are
// adjacent (PTX ISA, "wgmma", "Strides").
std::size_t shared_byte(const TensorInstruction& instruction, int col, int at);
std::size_t shared_bytes(const TensorInstruction& instruction);

// Appends the words of an operand's registers, from the bits of all slots in order.
void append_slots(Words& to, int bits, std::span<const std::uint64_t> slots);
// Returns the bits of value number `slot` in packed words.
std::uint64_t slot_bits(std::span<const std::uint32_t> words, std::size_t slot, int bits);

}  // namespace tcviz::inline gpu_probe
