// The menu bar's menus: the rows of menu_rows(), and the arrangements that the user keeps.
#pragma once

#include "app/ui/panel.hpp"

namespace tcviz {

void draw_menus(const Ui& ui);

}  // namespace tcviz
