// The tooltips of the list of kinds. A Standing says how the chosen source knows a kind: probed, compiled, not at all,
// ...
#pragma once

#include <string>

#include "app/session/whole/kinds_list.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Returns the sign for a standing.
Dot dot_of(Standing standing);

// Draws the tooltip of a kind: its id, its standing, the meaning of its badge, and the other sources that know it.
void draw_kind_tooltip(const Ui& ui, const std::string& kind, Standing standing);
// Draws a tooltip that explains all signs.
void draw_standings_tooltip(const Ui& ui);

}  // namespace tcviz::inline app_ui
