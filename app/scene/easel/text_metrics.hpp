// Estimates the width of a text without loading a font, to keep labels inside of their cells. Estimates are never
// smaller than the width in Roboto (Sans) or Cousine (Mono).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

// Returns the estimated width in scene units. `text` is UTF-8.
float text_width(std::string_view text, Face face, float size);

// Returns the distance of the baseline below the middle of the digits, as a fraction of the font size: half of the
// height of digits.
constexpr float baseline_below_middle(Face face) { return face == Face::Mono ? 0.335f : 0.36f; }

// Breaks `text` at spaces into lines of at most `width`; a word that is wider than that is cut. Returns at least one
// line.
std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width);

}  // namespace tcviz::inline app_scene
