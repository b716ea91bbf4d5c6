// Executes mma, mma.sp, wgmma and wgmma.sp on the CPU: from the registers of A, B, C and of the metadata to those of D.
// It uses no formula and no layout of the program, but its own rule for the register of each element: an operand is
// divided into blocks of 8 rows by four words, and each thread holds one word of a block. Pure.
#pragma once

#include <span>
#include <vector>

#include "gpu/source/probe/trial/tensor_instruction.hpp"

namespace tcviz::inline gpu_prove {

// The register of an element: value number `value` of thread `tid`.
struct RegisterPlace {
  int tid = 0, value = 0;
};
// Returns the register of element (row, col) of a kind of these families other than metadata.
RegisterPlace register_place(const Kind& kind, int row, int col);
// Returns the register of index number `field` in a row of the metadata.
RegisterPlace metadata_place(const Kind& kind, int row, int field);

// Returns the words of D, thread by thread. `words` are one pattern of a TensorRequest (probe_device.hpp): the
// registers of A, B, C and of the metadata; for a warpgroup, B as the bytes of shared memory.
std::vector<std::uint32_t> multiply_registers(const TensorInstruction& instruction,
                                              std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_prove
