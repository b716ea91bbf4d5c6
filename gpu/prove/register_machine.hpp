// A machine for mma, mma.sp, wgmma and wgmma.sp: it reads the registers of A, B, C and of the metadata, and writes
// those of D. It knows no formula and no layout. For an element it says in which thread's register that lies: an
// operand is cut into blocks of 8 rows by four words, and a block has a word of each thread. Pure.
#pragma once

#include <span>
#include <vector>

#include "gpu/source/probe/trial/tensor_instruction.hpp"

namespace tcviz::inline gpu_prove {

// The place of an operand's element: value `value` of thread `tid`.
struct RegisterPlace {
  int tid = 0, value = 0;
};
// Returns the place for a kind of these families that is no metadata; (row, col) as in the kind's matrix.
RegisterPlace register_place(const Kind& kind, int row, int col);
// Returns the place of index `field` of a row of the metadata.
RegisterPlace metadata_place(const Kind& kind, int row, int field);

// Returns the words of D, thread by thread. `words` are one pattern of a TensorRequest (probe_device.hpp): registers of
// A, B, C and of the metadata, B of a warpgroup as it lies in shared memory.
std::vector<std::uint32_t> multiply_registers(const TensorInstruction& instruction,
                                              std::span<const std::uint32_t> words);

}  // namespace tcviz::inline gpu_prove
