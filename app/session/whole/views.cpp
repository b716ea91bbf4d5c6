#include "app/session/whole/views.hpp"

#include <algorithm>
#include <iterator>

#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr DialogRow dialogs[] = {
    {[](const Document& d) { return d.commands_open; }, nullptr},
    {[](const Document& d) { return d.help_open; }, [] { return Action(ShowHelp{false}); }},
    {[](const Document& d) { return d.about_open; }, [] { return Action(ShowAbout{false}); }},
    {[](const Document& d) { return d.figure_open; }, nullptr},
    {[](const Document& d) { return d.open_file_open; }, nullptr},
    {[](const Document& d) { return d.task<XrayState>().disk.asks.has_value(); }, nullptr},
    {[](const Document& d) { return d.views[ViewId::Kinds].open; },
     [] {
       return Action(ShowView{ViewId::Kinds, false});
     }},
};

}  // namespace

bool is_open(const Document& document, const ViewRow& row) {
  if (!row.workspace) return document.views[row.view].open;
  const bool here = document.workspace == *row.workspace;
  const bool architectures = document.views[ViewId::Architectures].open;
  if (row.view == ViewId::Architectures) return here && architectures;
  if (row.view == ViewId::Products) return here || document.workspace == Workspace::Tiles;
  if (row.mode == ViewMode::Comparison) return here && !architectures;
  return here && (!row.mode || document.view == *row.mode);
}

Action open_view(const ViewRow& row) {
  if (row.mode) return SetViewMode{*row.mode};
  return ShowView{row.view};
}

Action toggle_view(const Document& document, const ViewRow& row) {
  if (row.mode) return open_view(row);
  return ShowView{row.view, !is_open(document, row)};
}

const DialogRow* open_dialog(const Document& document) {
  const auto open = [&](const DialogRow& row) { return row.is_open(document); };
  const auto* const found = std::find_if(std::begin(dialogs), std::end(dialogs), open);
  return found == std::end(dialogs) ? nullptr : found;
}

}  // namespace tcviz::inline app_session
