// Below the grids: what is pinned, in a line, while the inspector is not there to say it, and the button that opens it.
#pragma once

#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Whether the line is wanted; else the caption of the picture stands in its place.
bool wants_pinned_line(const Document& document);
// From `low` to `right`, in pixels of the screen. `text`: what is pinned.
void draw_pinned_line(const Ui& ui, ImVec2 low, float right, std::string_view text);

}  // namespace tcviz::inline app_ui
