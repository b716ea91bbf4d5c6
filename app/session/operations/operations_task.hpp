// Registers the workspace Operations as a task in whole/tasks.hpp, which explains the members.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/task_row.hpp"
#include "app/session/operations/operations_action.hpp"

namespace tcviz::inline app_session {

struct OperationsTask {
  using Action = OperationsAction;
  struct Part {
    OperationsState operations;
  };
  static constexpr auto state = &Part::operations;
  static void apply(OperationsState& operations, const Action& action) { apply_operations(operations, action); }

  // The part of the state that a link contains.
  struct Linked {
    OperationsChoice operation;
    StepBy step_by = StepBy::None;
    int step = 0;
  };
  static constexpr LinkKey keys[] = {{Workspace::Operations, "operation"}};
  static Linked linked(const OperationsState& operations);
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  static constexpr bool begins_anew = true;
  static void follow(OperationsState& operations, const Linked& linked, Workspace shown);
};

}  // namespace tcviz::inline app_session
