// Generates addresses of 32 lanes for measuring bank conflicts: strides, shared words, swizzles, inactive lanes, and
// random addresses.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_prove {

// Every address in a pattern, and the 16 bytes from it on, are below this.
inline constexpr std::int64_t pattern_reach = 32 * 1024;

// Returns the patterns of accesses of words; the random ones depend on `seed`.
std::vector<LaneAddresses> bank_patterns(std::uint64_t seed);
// Returns random patterns, nearly all with random lanes off, and some of addresses inside of words.
std::vector<LaneAddresses> lanes_off_patterns(std::uint64_t seed);

}  // namespace tcviz::inline gpu_prove
