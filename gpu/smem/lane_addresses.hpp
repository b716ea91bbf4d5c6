// Parses the addresses of a warp as users type them: an expression of lane, or a list of 32 numbers.
#pragma once

#include <string_view>

#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_smem {

// Parses "(lane % 8) * 128 + i * 16", where i is `step`; or 32 integers separated by commas or blanks, with -1 for an
// inactive lane. None is beyond 2^32 or -2^32. An error names the lane without an address, or the part that cannot be
// parsed.
Result<LaneAddresses> read_lane_addresses(std::string_view text, int step = 0);

}  // namespace tcviz::inline gpu_smem
