// The bar at the bottom of the window: background activity, the time of a frame, hints about keys, and messages about
// files that could not be opened.
#pragma once

#include <optional>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the bar. `frame_ms`: CPU time of the last frame; none if pictures must be reproducible. `note`: see ChangeNote.
void draw_status_bar(const Ui& ui, std::optional<double> frame_ms, std::string_view note);

}  // namespace tcviz::inline app_ui
