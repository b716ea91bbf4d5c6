// The colours of a theme: of everything but the cells. Cells have the colours of a palette, the same in every theme.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_scene {

struct ThemeColors {
  Color background;
  Color grid_line;
  Color ink;     // titles
  Color quiet;   // axes, legend, caption
  Color accent;  // outline of a marked slot
};

constexpr ThemeColors theme_colors(Theme theme) {
  if (theme == Theme::Dark) return {{28, 31, 38}, {18, 20, 25}, {230, 232, 237}, {158, 165, 178}, {90, 200, 255}};
  if (theme == Theme::Contrast) return {{0, 0, 0}, {255, 255, 255}, {255, 255, 255}, {255, 255, 255}, {0, 230, 255}};
  return {{255, 255, 255}, {255, 255, 255}, {28, 31, 38}, {90, 97, 110}, {0, 105, 217}};
}

// Returns the colour of the lines between cells. Palette::Print needs its own, because white lines do not separate
// white cells.
constexpr Color grid_line_color(Theme theme, Palette palette) {
  if (palette == Palette::Print && theme != Theme::Dark) return {96, 96, 96};
  return theme_colors(theme).grid_line;
}

}  // namespace tcviz::inline app_scene
