// What gpu/smem says that a case does, and whether an answer is that.
#pragma once

#include <string>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

SweepAnswer expected_answer(const SweepCase& one, const SweepFacts& facts);

// Empty: they agree. Else a line: "element 5 lies at 1040, the rule says 1056".
std::string difference(const SweepCase& one, const SweepAnswer& expected, const SweepAnswer& answer);

// Clocks of a wgmma whose reads do not conflict are those of the plainest descriptor of its group, up to this part.
inline constexpr double read_tolerance = 0.05;

}  // namespace tcviz::inline gpu_prove
