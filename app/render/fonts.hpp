// The font files that are part of the program, for all texts on screen.
#pragma once

#include <cstddef>
#include <span>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// Returns the bytes of a TrueType file: Roboto for Face::Sans, Cousine for Face::Mono. They are static data.
std::span<const std::byte> font_file(Face face);

}  // namespace tcviz::inline app_render
