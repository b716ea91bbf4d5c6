// Operands of mma and wgmma as bytes for a kernel. Pure.
#pragma once

#include "gpu/run/ops/images.hpp"
#include "gpu/run/ops/ptx_fragments.hpp"

namespace tcviz::inline gpu_ops {

// A and behind it B, whose product has in every element its row (its column), exactly. What is said of rows depends on
// which row of A a register is in and on nothing else; of columns likewise on B.
Bytes operands_of_rows(const PtxInstruction& instruction);
Bytes operands_of_columns(const PtxInstruction& instruction);

// Zeros and ones.
Bytes small_operand(const PtxOperand& operand);

// All whole numbers from 0 to this one are exact in the type.
int largest_small(ElementType type);

}  // namespace tcviz::inline gpu_ops
