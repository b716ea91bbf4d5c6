// A panel for each view of app/session/base/view_rows.hpp: the only file that names all panels.
#pragma once

#include <memory>
#include <span>

#include "app/render/grid_renderer.hpp"
#include "app/session/base/view_rows.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

struct PanelRow {
  ViewId view = ViewId::Grids;
  const char* window = "";  // "###operations": by this id Dear ImGui finds it
  std::unique_ptr<ViewPanel> (*make)(GridRenderer& renderer) = nullptr;  // the grids take the renderer
};
// Returns the rows of the panels. A view may have several rows in the other table, but one panel.
std::span<const PanelRow> panel_rows();

}  // namespace tcviz::inline app_ui
