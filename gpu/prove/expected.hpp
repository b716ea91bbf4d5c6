// Computes the expected result of a case of the sweep by the rules of gpu/smem, and compares answers with it.
#pragma once

#include <string>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// Returns the expected answer of a device with these properties.
SweepAnswer expected_answer(const SweepCase& one, const SweepFacts& facts);

// Returns an empty text if the answer agrees, else a line about the first difference: "element 5 lies at 1040, the rule
// says 1056".
std::string difference(const SweepCase& one, const SweepAnswer& expected, const SweepAnswer& answer);

// The relative difference that is allowed between the clocks of a wgmma whose reads do not conflict and those of the
// plainest descriptor of its group.
inline constexpr double read_tolerance = 0.05;

}  // namespace tcviz::inline gpu_prove
