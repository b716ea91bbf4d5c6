// Registers the formula editor as a task in whole/tasks.hpp, which explains the members. It has no apply():
// whole/action.cpp applies its actions, because the text belongs to another part of the document.
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
