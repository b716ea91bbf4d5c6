// The options for exporting the current view as a figure (a picture file), which the figure panel shows and changes.
#pragma once

#include <optional>
#include <string>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_session {

inline constexpr float least_figure_cell = 8, most_figure_cell = 80;
inline constexpr double least_figure_scale = 0.25, most_figure_scale = 8;

struct FigureChoice {
  FigureFormat format = FigureFormat::Svg;
  float cell = 28;                 // side of a cell in scene units
  double png_scale = 2, size = 1;  // png_scale: pixels of a scene unit; size, for other formats: times natural size
  // The size on paper that the figure is made for; it replaces cell, png_scale and size. None: no paper.
  std::optional<FigurePaper> paper;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  bool title = true, caption = true, axes = true, legend = true, transparent = false, marks = true;
  bool panels = false;  // write the letters a, b, ... before the titles of grids
  bool checks = false;  // mark each cell with a tick or cross: the typed formula is right or wrong there
  std::string also;     // further kinds, between commas, each a panel; only views of one kind have them
  std::string title_text, caption_text;  // empty: the default texts of the view
  std::string path;                      // empty: default_figure_path()
  friend bool operator==(const FigureChoice&, const FigureChoice&) = default;
};

}  // namespace tcviz::inline app_session
