// The rows of menu_rows() behind one button of the top bar.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Draws the button, three lines and the program's name, at the cursor.
void draw_menus(const Ui& ui);

}  // namespace tcviz::inline app_ui
