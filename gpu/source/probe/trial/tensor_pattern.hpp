// Makes the words of a TensorRequest's pattern from whole matrices, through the layouts of the operands. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"

namespace tcviz::inline gpu_probe {

// The places of the operands' elements. b is null if B lies in shared memory, e if A is dense.
struct TensorLayouts {
  const Layout* a = nullptr;
  const Layout* b = nullptr;
  const Layout* sum = nullptr;
  const Layout* e = nullptr;
};

// Whole numbers, row by row: A as it is stored (a sparse one has half its columns), B, and C.
struct TensorMatrices {
  std::vector<int> a, b, c;
  Words e;  // the metadata registers, one of each thread; empty if A is dense
};
// Returns zeros; the metadata keeps the first elements of every chunk, which is legal for all types.
TensorMatrices zero_matrices(const TensorInstruction& instruction);
inline constexpr std::uint32_t first_of_every_chunk = 0x44444444;

void append_pattern(Words& to, const TensorInstruction& instruction, const TensorLayouts& layouts,
                    const TensorMatrices& matrices);

// Returns the byte of column `col`, byte `at` along k, of B in shared memory without swizzle, and the bytes of all of
// B: blocks of 8 columns by 16 bytes, those along k behind one another (PTX ISA, "wgmma", "Strides").
std::size_t shared_byte(const TensorInstruction& instruction, int col, int at);
std::size_t shared_bytes(const TensorInstruction& instruction);

// Appends the words of one operand's registers, slot by slot.
void append_slots(Words& to, int bits, std::span<const std::uint64_t> slots);
// Returns the bits of value `slot` of packed words.
std::uint64_t slot_bits(std::span<const std::uint32_t> words, std::size_t slot, int bits);

}  // namespace tcviz::inline gpu_probe
