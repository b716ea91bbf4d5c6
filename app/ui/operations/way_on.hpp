// Leads on from a kind that an operation does not fit.
#pragma once

#include <string>

#include "app/ui/kit/panel.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline app_ui {

// Says why the operation does not fit the kind, with a button that leads to a kind that it fits: the accumulator of the
// same product, or else WMMA's.
void draw_way_on(const Ui& ui, const Operation& operation, const std::string& reason);

}  // namespace tcviz::inline app_ui
