// The width of a line of text, estimated without a font: enough to keep labels inside their cells. Estimates never fall
// short of Roboto and Cousine. Knows nothing of rendering.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

// Returns a width in scene units, at least that in Roboto (Sans) or Cousine (Mono). `text` is UTF-8.
float text_width(std::string_view text, Face face, float size);

// Returns the distance of the baseline below the middle of the digits, as a part of the font size: half of their
// height.
constexpr float baseline_below_middle(Face face) { return face == Face::Mono ? 0.335f : 0.36f; }

// Breaks a text at spaces so that each line is at most `width` wide; cuts a word that is wider alone. Returns at least
// one line.
std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width);

}  // namespace tcviz::inline app_scene
