// The dialogs of the menu Help: all keys, and a text about tcviz.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Begins a dialog in the middle of the screen, not larger than it. Sets `open` to false if the user closes it.
bool begin_dialog(const Ui& ui, const char* title, float width, bool& open);

void draw_help(const Ui& ui);
void draw_about(const Ui& ui);

}  // namespace tcviz::inline app_ui
