// A card: a small window with a step of the tour, beside the panel or button (target) that it explains.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// A rectangle on the screen, in pixels.
struct Box {
  ImVec2 low, high;
};

// Returns the position of a card of size `card`: right of, left of or below the target if it fits there, else inside of
// the target at its bottom.
ImVec2 place_card(const Ui& ui, const Box& target, ImVec2 card);
// Draws a frame in the accent colour around `target`.
void outline_target(const Ui& ui, const Box& target);
// Begins the window of a card; ImGui::End() must follow.
void begin_card(const Ui& ui, const char* id);

}  // namespace tcviz::inline app_ui
