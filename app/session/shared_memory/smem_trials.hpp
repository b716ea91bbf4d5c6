// The addresses of an access, and other images that would serve it better.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"
#include "gpu/smem/banks.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline app_session {

// Returns the address of the element (row(lane), col(lane)) of an image; a negative row or column turns a lane off.
Result<LaneAddresses> lanes_in_image(const OperandImage& image, const std::string& row, const std::string& col);
// Returns the addresses of the access that is looked at.
Result<LaneAddresses> lanes_of(const SmemLook& look);
// Returns "0 4 8 ...", as read_lane_addresses reads it.
std::string spelled(const LaneAddresses& addresses);

// The cost of the same access with another choice; `apply` takes that choice.
struct SmemTrial {
  std::string name, says;  // "64b", "4 wavefronts"
  int wavefronts = 0;
  bool now = false;
  SmemLook look;  // with this choice
};
struct SmemTrials {
  std::vector<SmemTrial> rows;
  std::vector<std::string> proof;  // why the best is the best
};
// Counts the wavefronts of other choices: for an access of the image, each of the four swizzles; for addresses, the
// best of all XOR swizzles and the best padding of rows, with all that was tried. Nothing if the access is impossible.
SmemTrials trials_of(const SmemLook& look);

}  // namespace tcviz::inline app_session
