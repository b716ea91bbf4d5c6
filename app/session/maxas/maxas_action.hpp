// Actions of a person on the view of the maxas SGEMM.
#pragma once

#include <optional>
#include <variant>

#include "app/session/maxas/maxas_state.hpp"

namespace tcviz::inline app_session {

struct RestMaxas {};  // the view is shown or left: nothing plays, nothing is pointed at
struct SetMaxasKernel {
  SgemmKernel kernel = sgemm64;
};  // the choice is dropped
struct SetMaxasThread {
  int tid = 0;
};
struct SetMaxasVariant {
  maxas::Variant variant;
};
struct SetMaxasColor {
  MaxasColor color = MaxasColor::Lane;
};
struct SetMaxasStep {
  MaxasStep step;
};  // playing stops
struct MoveMaxas {
  int steps = 1;
};  // along the positions; playing stops
struct PlayMaxas {
  bool playing = true;
};  // at the end: from the start
struct AdvanceMaxas {
  double seconds = 0;
};  // the time that has passed while playing
struct SetMaxasSpeed {
  std::size_t speed = 1;
};
struct HoverMaxas {
  MaxasObject object;
};
struct ChooseMaxas {
  MaxasObject object;
};  // an element of C also chooses its thread
struct EnlargeMaxas {
  std::optional<MaxasPart> part;
};
struct SetMaxasPage {
  std::optional<MaxasPage> page;
};  // the published kernel, at the step that the page speaks of

using MaxasAction =
    std::variant<RestMaxas, SetMaxasKernel, SetMaxasThread, SetMaxasVariant, SetMaxasColor, SetMaxasStep, MoveMaxas,
                 PlayMaxas, AdvanceMaxas, SetMaxasSpeed, HoverMaxas, ChooseMaxas, EnlargeMaxas, SetMaxasPage>;

// Total: an action that makes no sense changes nothing.
void apply_maxas(MaxasState& state, const MaxasAction& action);

}  // namespace tcviz::inline app_session
