// How wide a line of text will be, without a font: enough to keep labels inside their cells. Estimates never fall short
// of Roboto and Cousine. Knows nothing of rendering.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

// In scene units; at least the width in Roboto (Sans) or Cousine (Mono). UTF-8.
float text_width(std::string_view text, Face face, float size);

// How far the baseline lies below the middle of the digits, as a part of the font size: half of their height.
constexpr float baseline_below_middle(Face face) { return face == Face::Mono ? 0.335f : 0.36f; }

// Breaks at spaces so that each line is at most `width` wide; a word that is wider alone is cut. At least one line.
std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width);

}  // namespace tcviz::inline app_scene
