// Registers the workspace X-ray as a task in whole/tasks.cpp; whole/tasks.hpp explains the members.
#pragma once

#include <cstdlib>
#include <string>

#include "app/session/base/task_row.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/session/xray/xray_works.hpp"

namespace tcviz::inline app_session {

struct XrayTask {
  using Action = XrayAction;
  using State = XrayState;
  static void apply(XrayState& xray, const Action& action) { apply_xray(xray, action); }
  // Returns the workspace X-ray if `action` opens a kernel, a launch or live registers, shows one of its pages, or has
  // asked for a name.
  static std::optional<Workspace> leads_to(const XrayState& xray, const Action& action);

  // The part of the state that a link contains.
  using Linked = XrayLook;
  static constexpr LinkKey keys[] = {{Workspace::Xray, "xray"}};
  static const Linked& linked(const XrayState& xray) { return xray; }
  // Describes the fields. A source larger than most_linked_source is left out: the path of its file, if it has one,
  // stands for it.
  template <class V>
  static void fields(V& v, Linked& t, Workspace) {
    v("declared", t.declared);
    v("banks", t.banks);
    if (v.has("live", t.live_asked)) {
      std::string at = std::to_string(t.live_asked->at);
      v.row("live", t.live_asked->path, at, t.live_asked->expect);
      t.live_asked->at = std::atoi(at.c_str());
    }
    const bool is_large = t.source.size() > most_linked_source;
    const bool travels = v.has("name", !t.name.empty() && !(is_large && t.path.empty()));
    if (v.has("source", travels && !is_large)) v("source", t.source);
    if (!travels) return;
    v("name", t.name);
    if (v.has("path", !t.path.empty())) v("path", t.path);
    if (v.has("launch", !t.launch.empty() && t.launch.size() <= most_linked_source)) v("launch", t.launch);
    v("cuda", t.is_cuda);
    if (v.has("example", !t.example.empty())) v.row("example", t.example, t.fault);
    v.maybe("product", t.product);
    if (v.has("chosen", t.chosen)) v.row("chosen", t.chosen->tile, t.chosen->row, t.chosen->col);
  }
  // Opens the linked kernel, and requests its execution.
  static void follow(XrayState& xray, const Linked& look, Workspace shown);
  // Returns the path of the file that a link names in place of a source that was too large; empty: none.
  static std::string file_wanted(const Linked& look);

  // Returns the action that opens `file`: a kernel, a launch, or live registers; none if it is none of these.
  static std::optional<Result<Action>> opens(const FileText& file);

  static std::string figure_path(const XrayState& xray);
  static Result<FigureBytes> figure(const XrayState& xray, const FigureWish& wish, const TaskParts& works);
};

}  // namespace tcviz::inline app_session
