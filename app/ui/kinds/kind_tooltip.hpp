// The tooltip of the list of kinds.
#pragma once

#include <string>

#include "app/session/whole/kinds_list.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

Dot dot_of(Standing standing);

// Draws a kind's id, its standing here, the meaning of its badge and the other sources that know it.
void draw_kind_tooltip(const Ui& ui, const std::string& kind, Standing standing);
// Draws all signs of the list with their meaning.
void draw_standings_tooltip(const Ui& ui);

}  // namespace tcviz::inline app_ui
