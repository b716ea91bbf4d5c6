// The addresses of a warp as people write them: an expression of lane, or a list of 32.
#pragma once

#include <string_view>

#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_smem {

// Reads "(lane % 8) * 128 + i * 16", where i is `step`; or 32 whole numbers with commas or blanks between them, -1 for
// a lane that is off. An error says which lane has no address, or which part cannot be read.
Result<LaneAddresses> read_lane_addresses(std::string_view text, int step = 0);

}  // namespace tcviz::inline gpu_smem
