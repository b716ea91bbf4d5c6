// The line at the bottom: what the worker does, how long a frame took, where the keys are explained. Messages
// about files that were refused.
#pragma once

#include <optional>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the bar. `frame_ms`: the CPU time of the last frame; none in a picture that must come out the same every time.
void draw_status_bar(const Ui& ui, std::optional<double> frame_ms, std::string_view note);

}  // namespace tcviz::inline app_ui
