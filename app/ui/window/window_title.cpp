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

}  // namespace tcviz::inline app_ui
