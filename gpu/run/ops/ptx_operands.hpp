// Generates operands of mma and wgmma as bytes for a kernel. Pure.
#pragma once

#include "gpu/run/ops/images.hpp"
#include "gpu/run/ops/ptx_fragments.hpp"

namespace tcviz::inline gpu_ops {

// Returns A, followed by B, whose product is exactly the number of the row (column) in every element. The row that the
// product shows depends only on the row of A that a register holds, the column only on the column of B.
Bytes operands_of_rows(const PtxInstruction& instruction);
Bytes operands_of_columns(const PtxInstruction& instruction);

// Returns an operand of zeros and ones.
Bytes small_operand(const PtxOperand& operand);

// Returns a number up to which the type represents all integers from 0 on exactly.
int largest_small(ElementType type);

}  // namespace tcviz::inline gpu_ops
