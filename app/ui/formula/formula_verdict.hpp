// Draws the result of checking a formula: the number of wrong slots, the part that is wrong, the first mistake, and
// repairs.
#pragma once

#include "app/session/formula/formula_judge.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws `judged`; null: there is no layout to check against. Returns the repair that the user points at, or else the
// first, so that the editor underlines what it changes; null: none is shown.
const FormulaRepair* draw_verdict(const Ui& ui, const Judged* judged);

}  // namespace tcviz::inline app_ui
