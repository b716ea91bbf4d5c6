// The menus, made from menu_rows(), which one button of the top bar opens.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the button (three lines and the program's name) at the cursor, and the open menu.
void draw_menus(const Ui& ui);

}  // namespace tcviz::inline app_ui
