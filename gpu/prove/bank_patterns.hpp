// Addresses of 32 lanes that meet in banks in many ways: strides, shared words, swizzles, lanes that are off, and
// random ones.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_prove {

// A bound on the patterns: every address and the 16 bytes behind it lie below this.
inline constexpr std::int64_t pattern_reach = 32 * 1024;

std::vector<LaneAddresses> bank_patterns(std::uint64_t seed);

}  // namespace tcviz::inline gpu_prove
