// Registers the workspace maxas as a task in whole/tasks.hpp, which explains the members.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/task_row.hpp"
#include "app/session/maxas/maxas_action.hpp"

namespace tcviz::inline app_session {

struct MaxasTask {
  using Action = MaxasAction;
  struct Part {
    MaxasState maxas;
  };
  static constexpr auto state = &Part::maxas;
  static void apply(MaxasState& maxas, const Action& action) { apply_maxas(maxas, action); }
  // Returns the workspace maxas if `action` has opened a page of a tour.
  static std::optional<Workspace> leads_to(const MaxasState& maxas, const Action& action);

  // The part of the state that a link contains.
  struct Linked {
    MaxasLook maxas;
  };
  static constexpr LinkKey keys[] = {{Workspace::Maxas, "maxas"}};
  static Linked linked(const MaxasState& maxas) { return {maxas}; }
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  static void follow(MaxasState& maxas, const Linked& linked, Workspace shown);
};

}  // namespace tcviz::inline app_session
