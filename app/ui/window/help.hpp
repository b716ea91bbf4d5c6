// The windows of the Help menu: all keys, and the sentence about tcviz.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Begins a dialog in the middle of the screen, never larger than it. `open` turns false if its cross was pressed.
bool begin_dialog(const Ui& ui, const char* title, float width, bool& open);

void draw_help(const Ui& ui);
void draw_about(const Ui& ui);

}  // namespace tcviz::inline app_ui
