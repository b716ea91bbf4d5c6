// Where the panels stand at first and after "Reset layout": data, and the one function that makes it so.
#pragma once

#include "imgui.h"

namespace tcviz {

// Builds the default arrangement in the dock space `root` of this size. `scale`: pixels of a point.
void build_default_layout(ImGuiID root, ImVec2 size, float scale);

// Widens the docked panels with their texts, which have grown `factor` times, in a dock space of this width.
void rescale_layout(float width, float scale, float factor);

}  // namespace tcviz
