// How wide a line of text will be, without a font: enough to keep labels inside their cells. Estimates never fall short
// of Roboto and Cousine. Knows nothing of rendering.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.hpp"

namespace tcviz {

// In scene units; at least the width in Roboto (Sans) or Cousine (Mono). UTF-8.
float text_width(std::string_view text, Face face, float size);

// Height of a digit, and how far its middle lies above the baseline, as parts of the font size.
inline constexpr float digit_height = 0.72f;
inline constexpr float digit_middle = 0.35f;

// Breaks at spaces so that each line is at most `width` wide; a word that is wider alone is cut. At least one line.
std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width);

}  // namespace tcviz
