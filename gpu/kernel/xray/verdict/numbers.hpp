// Checks the numbers of an output against the expression that the launch gives for it, or else against expressions that
// kernels usually compute.
#pragma once

#include "gpu/kernel/xray/verdict/host_numbers.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Sets `verdict.numbers`, and `verdict.state` if the numbers decide it. Numbers that equal the launch's expression are
// right even if the labels could not show it; numbers that differ from it are wrong. Without an expression in the
// launch, numbers that equal no usual expression make the output unjudged.
void judge_numbers(const HostInputs& inputs, const XrayArray& array, bool all_blocks, OutputVerdict& verdict);

}  // namespace tcviz::inline gpu_xray
