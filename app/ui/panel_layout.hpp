// Where the panels stand in the arrangements that are always there: data, and the functions that make it so.
#pragma once

#include <string_view>

#include "imgui.h"

namespace tcviz {

// Builds an arrangement in the dock space `root` of this size; the first one where there is none of this name.
// `scale`: pixels of a point.
void build_arrangement(std::string_view name, ImGuiID root, ImVec2 size, float scale);

// Widens the docked panels with their texts, which have grown `factor` times, in a dock space of this size.
void rescale_layout(ImVec2 room, float scale, float factor);

}  // namespace tcviz
