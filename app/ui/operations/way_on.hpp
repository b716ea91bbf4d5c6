// Leads on from a kind that an operation does not fit.
#pragma once

#include <optional>
#include <string>

#include "app/ui/kit/panel.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline app_ui {

// The reason why an operation does not fit a kind, and a kind that it fits.
struct WayOn {
  std::string reason, sentence, button;
  std::string kind;  // the accumulator of the same product, or else WMMA's; empty: the operation fits neither
};

// Returns the way on from the kind; none if the operation fits it.
std::optional<WayOn> way_on(const Operation& operation, const std::string& kind);

// Draws the reason, with a button that leads to the other kind.
void draw_way_on(const Ui& ui, const WayOn& way);

}  // namespace tcviz::inline app_ui
