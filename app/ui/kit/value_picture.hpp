// A scene of values, drawn with Dear ImGui's own lists: some hundred cells need no renderer of their own. Positions and
// colours are the scene's.
#pragma once

#include "app/scene/pictures/value_view.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the scene as large as it fits, at most `most` pixels to a unit. Returns the element under the pointer.
std::optional<ValueHit> draw_values(const Ui& ui, const Scene& scene, const Rect& room, float most);

}  // namespace tcviz::inline app_ui
