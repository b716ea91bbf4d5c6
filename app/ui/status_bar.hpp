// The line at the bottom: what the worker does, how long a frame took, where the keys are explained. Messages
// about files that were refused.
#pragma once

#include <optional>

#include "app/ui/panel.hpp"

namespace tcviz {

// `frame_ms`: what the last frame cost the CPU; none in a picture that must come out the same every time.
void draw_status_bar(const Ui& ui, std::optional<double> frame_ms);

}  // namespace tcviz
