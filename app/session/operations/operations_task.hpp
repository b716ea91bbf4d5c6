// Registers the workspace Operations as a task in whole/tasks.cpp; whole/tasks.hpp explains the members.
#pragma once

#include <array>
#include <string_view>

#include "app/session/base/task_row.hpp"
#include "app/session/operations/operations_action.hpp"

namespace tcviz::inline app_session {

inline constexpr std::array<std::string_view, 3> step_by_words = {"none", "thread", "value"};

struct OperationsTask {
  using Action = OperationsAction;
  using State = OperationsState;
  static void apply(OperationsState& operations, const Action& action) { apply_operations(operations, action); }

  // The part of the state that a link contains.
  struct Linked {
    OperationsChoice operation;
    StepBy step_by = StepBy::None;
    int step = 0;
  };
  static constexpr LinkKey keys[] = {{Workspace::Operations, "operation"}};
  static Linked linked(const OperationsState& operations);
  template <class V>
  static void fields(V& v, Linked& t, Workspace) {
    v("id", t.operation.operation);
    v("a", t.operation.a);
    v("b", t.operation.b);
    v("d", t.operation.d);
    v("body", t.operation.body);
    v.word("by", t.step_by, step_by_words);
    v("step", t.step);
  }
  static constexpr bool begins_anew = true;
  static void follow(OperationsState& operations, const Linked& linked, Workspace shown);
};

}  // namespace tcviz::inline app_session
