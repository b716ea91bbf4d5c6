// The verdict on a formula, a sentence to a line: how much is wrong, what of it, where first, and what would mend it.
#pragma once

#include "app/ui/formula_judge.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

// `judged` is null where there is no layout to check against.
void draw_verdict(const Ui& ui, const Judged* judged);

}  // namespace tcviz
