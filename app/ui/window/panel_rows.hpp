// The table of all panels, one for each ViewId of app/session/base/view_rows.hpp.
#pragma once

#include <memory>
#include <span>

#include "app/render/grid_renderer.hpp"
#include "app/session/base/view_rows.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

struct PanelRow {
  ViewId view = ViewId::Grids;
  const char* window = "";  // Dear ImGui's id of its window, "###operations"
  std::unique_ptr<ViewPanel> (*make)(GridRenderer& renderer) = nullptr;  // makes it; GridsPanel moves from `renderer`
  bool own_figure_dialog = false;  // true: the panel draws it; false: the shell does
};
// Returns the table. A ViewId has one row here, even if it has several in view_rows.
std::span<const PanelRow> panel_rows();

}  // namespace tcviz::inline app_ui
