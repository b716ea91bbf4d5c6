// Draws a scene of numbers (app/scene/pictures/value_view.hpp) with Dear ImGui.
#pragma once

#include "app/scene/pictures/value_view.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the scene as large as it fits into `room`, with at most `most` pixels for a scene unit. Returns the element
// under the pointer; none: no element.
std::optional<ValueHit> draw_values(const Ui& ui, const Scene& scene, const Rect& room, float most);

}  // namespace tcviz::inline app_ui
