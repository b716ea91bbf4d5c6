// Explains a product whose factors do not meet: finds the simplest change of one operand after which all do.
#pragma once

#include <string>

#include "gpu/kernel/xray/machine/product.hpp"

namespace tcviz::inline gpu_xray {

// Returns a sentence about the mistake, "exchanged: a[1] and a[2] (%r8, %r7). ...". It is said only if, without the
// mistake, every row of A would meet every column of B at the same index; empty if no mistake that is tried is of that
// kind. `a` and `b` are the operands of the current instruction, in its arguments 1 and 2.
std::string cause_of_pairing(const StepContext& context, const LabelledTile& a, const LabelledTile& b);

// Adds the cause to the findings that the current product has just made, if some are about pairs of factors.
void explain_pairing(StepContext& context, const LabelledTile& a, const LabelledTile& b);

}  // namespace tcviz::inline gpu_xray
