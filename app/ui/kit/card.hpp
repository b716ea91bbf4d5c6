// The place of a tour's card: beside the thing that it describes.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

struct Box {
  ImVec2 low, high;
};

// Returns a place beside the target: right, left or below if there is room, else inside it at the bottom.
ImVec2 place_card(const Ui& ui, const Box& target, ImVec2 card);
// Draws a frame in the accent colour around the target.
void outline_target(const Ui& ui, const Box& target);
// Begins the window of a card. ImGui::End() must follow in any case.
void begin_card(const Ui& ui, const char* id);

}  // namespace tcviz::inline app_ui
