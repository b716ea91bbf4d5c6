// The line at the bottom: the worker's activity, the time of a frame, the place that explains the keys. Messages about
// files that were refused.
#pragma once

#include <optional>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the bar. `frame_ms`: the CPU time of the last frame; none in a picture that must come out the same every time.
void draw_status_bar(const Ui& ui, std::optional<double> frame_ms, std::string_view note);

}  // namespace tcviz::inline app_ui
