// Several layouts in one picture: a panel for each, with a letter.
//
//   a            b
//   picture      picture
//   c
//   picture
#pragma once

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

inline constexpr std::size_t most_panels = 12;

// True if a picture of these layouts has a panel for each of them.
bool has_panels(SceneLayouts layouts, const SceneStyle& style);
Scene build_panels(SceneLayouts layouts, const SceneStyle& style);

// Returns "a", "b", ...
std::string panel_letter(std::size_t number);

}  // namespace tcviz::inline app_scene
