// The check of an output's numbers against the expression that the launch has for it, else against the expressions that
// kernels usually compute.
#pragma once

#include "gpu/kernel/xray/verdict/host_numbers.hpp"
#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Sets the verdict's numbers, and its state if they decide it: numbers that equal an expression of the launch are right
// even if the labels could not tell, numbers that differ from it are wrong, and numbers that equal no usual expression
// are not judged.
void judge_numbers(const HostInputs& inputs, const XrayArray& array, bool all_blocks, OutputVerdict& verdict);

}  // namespace tcviz::inline gpu_xray
