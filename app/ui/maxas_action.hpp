// What a person can do to the view of the maxas SGEMM.
#pragma once

#include <optional>
#include <variant>

#include "app/ui/maxas_state.hpp"

namespace tcviz {

struct ShowMaxas {
  bool open = true;
};
struct SetMaxasKernel {
  SgemmKernel kernel = sgemm64;
};  // what was chosen is let go
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
};  // what has passed while playing
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
};  // opens the view: the published kernel, at the step that the page speaks of

using MaxasAction =
    std::variant<ShowMaxas, SetMaxasKernel, SetMaxasThread, SetMaxasVariant, SetMaxasColor, SetMaxasStep, MoveMaxas,
                 PlayMaxas, AdvanceMaxas, SetMaxasSpeed, HoverMaxas, ChooseMaxas, EnlargeMaxas, SetMaxasPage>;

// Total: what makes no sense changes nothing.
void apply_maxas(MaxasState& state, const MaxasAction& action);

}  // namespace tcviz
