// The addresses of a warp's access to shared memory, and alternatives (swizzles, paddings) with fewer bank conflicts.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline app_session {

// Returns each lane's address of the element (row(lane), col(lane)) of `image`; `row` and `col` are C expressions. A
// negative value turns the lane off.
Result<LaneAddresses> lanes_in_image(const OperandImage& image, const std::string& row, const std::string& col);
// Returns the addresses of the access in `look`.
Result<LaneAddresses> lanes_of(const SmemLook& look);
// Writes "0 4 8 ...", which read_lane_addresses() can read.
std::string spelled(const LaneAddresses& addresses);

// The cost of the access with one alternative.
struct SmemTrial {
  std::string name, says;  // for display: "64b", "4 wavefronts"
  int wavefronts = 0;
  bool now = false;  // this is the current choice
  SmemLook look;     // the state with this alternative
};
struct SmemTrials {
  std::vector<SmemTrial> rows;
  std::vector<std::string> proof;  // sentences: what was tried, and how few wavefronts any layout needs
};
// Counts the wavefronts of the alternatives. For an access to elements of the image: the four swizzles, and plain rows
// without a swizzle. For an access by address: the best of all XOR swizzles and the best padding of rows. Returns
// nothing if the access is impossible.
SmemTrials trials_of(const SmemLook& look);

}  // namespace tcviz::inline app_session
