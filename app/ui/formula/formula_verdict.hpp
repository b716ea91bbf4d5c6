// The verdict on a formula, a sentence to a line: the number of wrong slots, the wrong part, the first mistake, and
// repairs.
#pragma once

#include "app/session/formula/formula_judge.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the verdict. `judged` is null if there is no layout to check against.
void draw_verdict(const Ui& ui, const Judged* judged);

}  // namespace tcviz::inline app_ui
