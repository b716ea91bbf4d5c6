// Computes a case's result by gpu/smem, and compares an answer with it.
#pragma once

#include <string>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

SweepAnswer expected_answer(const SweepCase& one, const SweepFacts& facts);

// Returns an empty text if both agree, otherwise a line: "element 5 lies at 1040, the rule says 1056".
std::string difference(const SweepCase& one, const SweepAnswer& expected, const SweepAnswer& answer);

// The part by which the clocks of a wgmma whose reads do not conflict may differ from those of the plainest descriptor
// of its group.
inline constexpr double read_tolerance = 0.05;

}  // namespace tcviz::inline gpu_prove
