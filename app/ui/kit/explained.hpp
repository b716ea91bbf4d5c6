// An explanation that has to be made: only if it is asked for, so that a frame that shows none makes none.
#pragma once

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// `make` returns the text of explain().
template <class Make>
void explain_made(const Ui& ui, const Make& make) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) explain(ui, make());
}

}  // namespace tcviz::inline app_ui
