// Registers the workspace X-ray as a task in whole/tasks.hpp, which explains the members.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/base/task_row.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/session/xray/xray_works.hpp"

namespace tcviz::inline app_session {

struct XrayTask {
  using Action = XrayAction;
  struct Part {
    XrayState xray;
  };
  static constexpr auto state = &Part::xray;
  static void apply(XrayState& xray, const Action& action) { apply_xray(xray, action); }
  // Returns the workspace X-ray if `action` opens a kernel, a launch or live registers.
  static std::optional<Workspace> leads_to(const XrayState& xray, const Action& action);

  // The part of the state that a link contains.
  struct Linked {
    XrayLook xray;
  };
  static constexpr LinkKey keys[] = {{Workspace::Xray, "xray"}};
  static Linked linked(const XrayState& xray) { return {xray}; }
  // Writes the state as JSON. Instead of a source larger than most_linked_source it writes only the path of its file,
  // if it has one.
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  // Opens the linked kernel, and requests its execution.
  static void follow(XrayState& xray, const Linked& linked, Workspace shown);
  // Returns the path of the file that a link names in place of a source that was too large; empty: none.
  static std::string file_wanted(const Linked& linked);

  // Returns the action that opens `file`: a kernel, a launch, or live registers; none if it is none of these.
  static std::optional<Result<Action>> opens(const FileText& file);

  static std::string figure_path(const XrayState& xray);
  static Result<FigureBytes> figure(const XrayState& xray, const FigureWish& wish, const XrayWorks& works);
};

}  // namespace tcviz::inline app_session
