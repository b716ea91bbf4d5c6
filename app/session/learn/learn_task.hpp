// Registers the workspace Learn as a task in whole/tasks.cpp; whole/tasks.hpp explains the members. It has no state and
// no apply(): its actions change the whole document, so whole/learning.hpp applies them.
#pragma once

#include "app/session/base/task_row.hpp"
#include "app/session/learn/learn_action.hpp"

namespace tcviz::inline app_session {

struct LearnTask {
  using Action = LearnAction;
  // Returns the action that opens `file`; none if it is no lesson, an error if the lesson has mistakes.
  static std::optional<Result<Action>> opens(const FileText& file);
};

}  // namespace tcviz::inline app_session
