// The journey of an element: its places from global memory through shared memory into a register, hop by hop. Registers
// are taken from the layouts that the PTX manual documents.
#pragma once

#include <string>
#include <vector>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// Computes the hops. Returns an error if the element is outside of its matrix.
Result<Journey> journey_of(const SmemJourney& journey);
// Returns `journey` with hop 0: two journeys with equal results have the same hops.
SmemJourney sized(SmemJourney journey);
// Returns the layout of the kind `kind` as the PTX manual documents it.
Result<Layout> layout_of_hop(std::string_view kind);
// Returns the command line that prints the hop, "tcviz at KIND 5,12"; empty if there is none.
std::string hop_command(const HopView& view);
// Returns the label of the button that opens the hop's view, "Open the layout"; empty if it has no view.
std::string_view hop_opens(const HopView& view);

}  // namespace tcviz::inline app_session
