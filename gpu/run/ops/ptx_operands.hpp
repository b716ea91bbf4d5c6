// Operands of mma and wgmma as bytes for a kernel. Pure.
#pragma once

#include "gpu/run/ops/images.hpp"
#include "gpu/run/ops/ptx_fragments.hpp"

namespace tcviz::inline gpu_ops {

// Returns A and behind it B, whose product has in every element its row (its column), exactly. The row that the product
// tells depends on the row of A that a register is in and on nothing else; the column likewise on B.
Bytes operands_of_rows(const PtxInstruction& instruction);
Bytes operands_of_columns(const PtxInstruction& instruction);

// Returns zeros and ones.
Bytes small_operand(const PtxOperand& operand);

// Returns a number up to which all whole numbers from 0 on are exact in the type.
int largest_small(ElementType type);

}  // namespace tcviz::inline gpu_ops
