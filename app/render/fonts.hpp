// The font files inside the program, for everything that sets text on screen: the grids here and the panels.
#pragma once

#include <cstddef>
#include <span>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// Returns the bytes of the TrueType file of a face: Roboto for Face::Sans, Cousine for Face::Mono. They live as long as
// the program.
std::span<const std::byte> font_file(Face face);

}  // namespace tcviz::inline app_render
