// The kinds of fragments that ldmatrix can load from an image in shared memory.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// A kind, and the addresses that the lanes need to load it.
struct SmemLoad {
  std::string kind;
  SmemAccess access;
};
// Returns the loads from `image`, in the order of the catalogue. Uses the layouts that the PTX manual documents.
std::vector<SmemLoad> loads_from(const SmemImage& image);

}  // namespace tcviz::inline app_session
