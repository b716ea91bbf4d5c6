// Actions that open a hop of a journey (a step of a matrix element from global memory into a register) in its own view.
#pragma once

#include <vector>

#include "app/session/whole/action.hpp"
#include "gpu/smem/journey.hpp"

namespace tcviz::inline app_session {

// Returns the actions that open `view` and choose the element there; empty if the hop has no view.
std::vector<Action> open_hop(const HopView& view);

}  // namespace tcviz::inline app_session
