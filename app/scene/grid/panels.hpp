// A picture of several layouts, each in a panel of its own with a letter before its title.
//
//   a            b
//   picture      picture
//   c
//   picture
#pragma once

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

inline constexpr std::size_t most_panels = 12;

// True if the style asks for a panel for each of `layouts`.
bool has_panels(SceneLayouts layouts, const SceneStyle& style);
Scene build_panels(SceneLayouts layouts, const SceneStyle& style);

// Returns "a", "b", ...
std::string panel_letter(std::size_t number);

}  // namespace tcviz::inline app_scene
