// The keys of the grids: views, colours, labels, the walk through cells, owners, threads and differences, the camera.
// Rows of the same table as the window's own keys (shortcuts.hpp).
#pragma once

#include "app/ui/window/shortcuts.hpp"

namespace tcviz::inline app_ui {

std::span<const Shortcut> grid_shortcuts();

}  // namespace tcviz::inline app_ui
