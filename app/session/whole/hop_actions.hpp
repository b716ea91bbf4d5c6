// The actions that lead from a hop of a journey to the view that shows its element.
#pragma once

#include <vector>

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// Returns the actions that open the hop's view, with the element chosen there; empty if it has none.
std::vector<Action> open_hop(const HopView& view);

}  // namespace tcviz::inline app_session
