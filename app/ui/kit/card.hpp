// The place of a tour's card: beside the thing that it describes.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

struct Box {
  ImVec2 low, high;
};

// Beside the target if there is room: right, left, below; inside it at the bottom otherwise.
ImVec2 place_card(const Ui& ui, const Box& target, ImVec2 card);
// Around the target, in the accent colour.
void outline_target(const Ui& ui, const Box& target);
// A card's window: its look and flags. ImGui::End() in any case.
void begin_card(const Ui& ui, const char* id);

}  // namespace tcviz::inline app_ui
