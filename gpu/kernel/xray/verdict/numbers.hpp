// Whether the numbers of an output are those that are expected: of the expression that the launch gives for it, else of
// one of those that kernels usually compute.
#pragma once

#include "gpu/kernel/xray/verdict/host_numbers.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Sets the verdict's numbers, and its state where they decide it: what is equal to an expression that was given is
// right even if its labels could not tell, what differs from it is wrong, and what is like nothing usual is not judged.
void judge_numbers(const HostInputs& inputs, const XrayArray& array, bool all_blocks, OutputVerdict& verdict);

}  // namespace tcviz::inline gpu_xray
