// Lessons and the quiz as a row of whole/tasks.hpp. They have the whole window: whole/learning.hpp applies their
// actions.
#pragma once

#include "app/session/base/task_row.hpp"
#include "app/session/learn/learn_action.hpp"

namespace tcviz::inline app_session {

struct LearnTask {
  using Action = LearnAction;
  struct Part {
    LearnState learn;
  };
  static constexpr auto state = &Part::learn;
  // Opens a lesson's file; the lesson goes before the built-in ones.
  static std::optional<Result<Action>> opens(const FileText& file);
};

}  // namespace tcviz::inline app_session
