// The verdict on a formula, a sentence to a line: how much is wrong, which part, where first, and what would mend it.
#pragma once

#include "app/session/formula/formula_judge.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// `judged` is null if there is no layout to check against.
void draw_verdict(const Ui& ui, const Judged* judged);

}  // namespace tcviz::inline app_ui
