// The fragments that ldmatrix can load from the image that is looked at, each with its access.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

struct SmemLoad {
  std::string kind;
  SmemAccess access;
};
// Returns the loads by layouts as the PTX manual documents them, in the catalogue's order.
std::vector<SmemLoad> loads_from(const SmemImage& image);

}  // namespace tcviz::inline app_session
