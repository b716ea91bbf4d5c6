#include "app/ui/window/window_title.hpp"

#include "app/session/whole/workspace_moves.hpp"
#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_ui {

std::string_view title_subject(const Document& d) {
  const WorkspaceRow& row = row_of(shown_workspace(d));
  if (row.of_kind) return d.kind;
  const std::string& kernel = d.task<XrayState>().name;
  return row.workspace == Workspace::Xray && !kernel.empty() ? kernel : row.title;
}

bool title_has_star(const Document& d) {
  return shown_workspace(d) == Workspace::Xray && d.task<XrayState>().is_unsaved();
}

}  // namespace tcviz::inline app_ui
