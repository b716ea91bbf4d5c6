// The journey of an element in the workspace of shared memory: registers as the PTX manual documents them.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

Result<Journey> journey_of(const SmemJourney& journey);
// Returns the same without the hop that is looked at: the part that the hops depend on.
SmemJourney sized(SmemJourney journey);
// Returns "tcviz journey --preset hopper --element A:37,12".
std::string journey_command(const SmemJourney& journey);
// Returns the layout of a hop's view, as the manual documents it.
Result<Layout> layout_of_hop(std::string_view kind);
// Returns "tcviz at KIND 5,12": the line that shows the hop in a terminal; empty: there is none.
std::string hop_command(const HopView& view);
// Returns "Open the layout"; empty if there is no view.
std::string_view hop_opens(const HopView& view);

}  // namespace tcviz::inline app_session
