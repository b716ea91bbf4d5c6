// Formulae as a row of whole/tasks.hpp. Their text is part of the look, so whole/action.cpp applies their actions.
#pragma once

#include "app/session/base/task_row.hpp"
#include "app/session/formula/formula_action.hpp"

namespace tcviz::inline app_session {

struct FormulaTask {
  using Action = FormulaAction;
  struct Part {
    FormulaState formulae;
  };
  static constexpr auto state = &Part::formulae;
};

}  // namespace tcviz::inline app_session
