// The actions of the view of the maxas SGEMM, an SGEMM kernel written for Maxwell GPUs, which the view shows step by
// step. The fields and their types are explained in maxas_state.hpp.
#pragma once

#include <optional>
#include <variant>

#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

// Stops playing and resets the element under the pointer; sent when the view is opened or left.
struct RestMaxas {};
// Shows another kernel; removes the choice.
struct SetMaxasKernel {
  SgemmKernel kernel = sgemm64;
};
// Chooses a thread; removes the chosen element.
struct SetMaxasThread {
  int tid = 0;
};
// Sets the order of the FFMAs, the register map and the size of the reuse caches.
struct SetMaxasVariant {
  maxas::Variant variant;
};
struct SetMaxasColor {
  MaxasColor color = MaxasColor::Lane;
};
// Shows a step; stops playing.
struct SetMaxasStep {
  MaxasStep step;
};
// Moves by positions of the scrub bar, negative: back; stops playing.
struct MoveMaxas {
  int steps = 1;
};
// Starts or stops playing; at the last step it starts from the first.
struct PlayMaxas {
  bool playing = true;
};
// Advances while playing; `seconds` have passed since the last frame.
struct AdvanceMaxas {
  double seconds = 0;
};
// Sets the index into maxas_speeds.
struct SetMaxasSpeed {
  std::size_t speed = 1;
};
// The object under the pointer.
struct HoverMaxas {
  MaxasObject object;
};
// Chooses an object; an element of C also chooses the thread that holds it.
struct ChooseMaxas {
  MaxasObject object;
};
// Shows one panel in the whole view; none: all panels.
struct EnlargeMaxas {
  std::optional<MaxasPart> part;
};
// Opens a page of a tour, with the published variant at the step that the page explains; none: closes the tour.
struct SetMaxasPage {
  std::optional<MaxasPage> page;
};

using MaxasAction =
    std::variant<RestMaxas, SetMaxasKernel, SetMaxasThread, SetMaxasVariant, SetMaxasColor, SetMaxasStep, MoveMaxas,
                 PlayMaxas, AdvanceMaxas, SetMaxasSpeed, HoverMaxas, ChooseMaxas, EnlargeMaxas, SetMaxasPage>;

// Applies `action`. An action that does not fit the state (an object outside of the tile, say) changes nothing.
void apply_maxas(MaxasState& state, const MaxasAction& action);

}  // namespace tcviz::inline app_session
