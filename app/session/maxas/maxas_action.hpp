// Actions of a person on the view of the maxas SGEMM.
#pragma once

#include <optional>
#include <variant>

#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

struct RestMaxas {};  // the view is shown or left: nothing plays, nothing is pointed at
// The choice is dropped
struct SetMaxasKernel {
  SgemmKernel kernel = sgemm64;
};
struct SetMaxasThread {
  int tid = 0;
};
struct SetMaxasVariant {
  maxas::Variant variant;
};
struct SetMaxasColor {
  MaxasColor color = MaxasColor::Lane;
};
// Playing stops
struct SetMaxasStep {
  MaxasStep step;
};
// Along the positions; playing stops
struct MoveMaxas {
  int steps = 1;
};
// Plays; at the end it begins again from the start
struct PlayMaxas {
  bool playing = true;
};
// The time that has passed while playing
struct AdvanceMaxas {
  double seconds = 0;
};
struct SetMaxasSpeed {
  std::size_t speed = 1;
};
struct HoverMaxas {
  MaxasObject object;
};
// An element of C also chooses its thread
struct ChooseMaxas {
  MaxasObject object;
};
struct EnlargeMaxas {
  std::optional<MaxasPart> part;
};
// The published kernel, at the step that the page speaks of
struct SetMaxasPage {
  std::optional<MaxasPage> page;
};

using MaxasAction =
    std::variant<RestMaxas, SetMaxasKernel, SetMaxasThread, SetMaxasVariant, SetMaxasColor, SetMaxasStep, MoveMaxas,
                 PlayMaxas, AdvanceMaxas, SetMaxasSpeed, HoverMaxas, ChooseMaxas, EnlargeMaxas, SetMaxasPage>;

// Applies an action. Total: an action that makes no sense changes nothing.
void apply_maxas(MaxasState& state, const MaxasAction& action);

}  // namespace tcviz::inline app_session
