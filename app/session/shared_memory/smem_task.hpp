// Registers the workspace Shared memory as a task in whole/tasks.hpp, which explains the members.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/task_row.hpp"
#include "app/session/shared_memory/smem_action.hpp"

namespace tcviz::inline app_session {

struct SmemTask {
  using Action = SmemAction;
  struct Part {
    SmemState smem;
  };
  static constexpr auto state = &Part::smem;
  static void apply(SmemState& smem, const Action& action) { apply_smem(smem, action); }
  // Returns the workspace Shared memory if `action` shows one of its pages.
  static std::optional<Workspace> leads_to(const SmemState& smem, const Action& action);

  // The part of the state that a link contains.
  struct Linked {
    SmemLook smem;
  };
  static constexpr LinkKey keys[] = {{Workspace::SharedMemory, "shared_memory"}};
  static Linked linked(const SmemState& smem) { return {smem}; }
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  static void follow(SmemState& smem, const Linked& linked, Workspace) { static_cast<SmemLook&>(smem) = linked.smem; }

  static std::string figure_path(const SmemState& smem);
  static Result<FigureBytes> figure(const SmemState& smem, const FigureWish& wish, const NoWorks& works);
};

}  // namespace tcviz::inline app_session
