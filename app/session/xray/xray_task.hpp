// The X-ray as a row of whole/tasks.hpp.
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
  // Leads to the X-ray if it opens something.
  static std::optional<Workspace> leads_to(const XrayState& xray, const Action& action);

  // The part that travels with a link.
  struct Linked {
    XrayLook xray;
  };
  static constexpr LinkKey keys[] = {{Workspace::Xray, "xray"}};
  static Linked linked(const XrayState& xray) { return {xray}; }
  // Writes the look. A source above most_linked_source is left out: the path of its file stands for it, if it has one.
  static nlohmann::json write(const Linked& linked, Workspace shown);
  static void read(const nlohmann::json& object, Workspace of, Linked& into);
  // Opens the kernel of the look, and has it executed.
  static void follow(XrayState& xray, const Linked& linked, Workspace shown);
  // Returns the file that stands for a source that was too large; empty: none.
  static std::string file_wanted(const Linked& linked);

  // Opens a kernel, its launch, or live registers.
  static std::optional<Result<Action>> opens(const FileText& file);

  static std::string figure_path(const XrayState& xray);
  static Result<FigureBytes> figure(const XrayState& xray, const FigureWish& wish, const XrayWorks& works);
};

}  // namespace tcviz::inline app_session
