// Buttons of what plays: a step back, play or pause, a step on.
#pragma once

#include <string_view>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

enum class Sign { Play, Pause, Back, Forward };

float sign_width();
// True when pressed.
bool sign_button(const Ui& ui, const char* id, Sign sign, std::string_view what, std::string_view keys);

}  // namespace tcviz::inline app_ui
