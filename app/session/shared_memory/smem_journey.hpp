// The journey of an element in the workspace of shared memory: registers as the PTX manual documents them.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

Result<Journey> journey_of(const SmemJourney& journey);
// The same without the hop that is looked at: what the hops depend on.
SmemJourney sized(SmemJourney journey);
// "tcviz journey --preset hopper --element A:37,12"
std::string journey_command(const SmemJourney& journey);
// Of a hop's view, as the manual documents it.
Result<Layout> layout_of_hop(std::string_view kind);
// "tcviz at KIND 5,12": the line that shows in a terminal what the hop is; empty: there is none.
std::string hop_command(const HopView& view);
// "Open the layout"; empty where there is no view.
std::string_view hop_opens(const HopView& view);

}  // namespace tcviz::inline app_session
