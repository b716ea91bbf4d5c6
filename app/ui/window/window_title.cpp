#include "app/ui/window/window_title.hpp"

#include "app/session/whole/document.hpp"
#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_ui {
namespace {

std::string subject_of(const Document& d) {
  const WorkspaceRow& row = row_of(d.workspace);
  if (row.of_kind) return d.kind;
  const std::string& kernel = d.task<XrayState>().name;
  return d.workspace == Workspace::Xray && !kernel.empty() ? kernel : std::string(row.title);
}

}  // namespace

std::string window_title(const Document& document) { return subject_of(document) + " - tcviz"; }

}  // namespace tcviz::inline app_ui
