// The choices for exporting the present view as a figure, which the figure panel shows and changes. A plain value.
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
  double png_scale = 2, size = 1;  // pixels of a unit; other formats than PNG: times the natural size
  // The place that it is made for; then cell, png_scale and size are not used.
  std::optional<FigurePaper> paper;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  Theme theme = Theme::Light;
  Arrangement arrangement = Arrangement::Fitting;
  bool title = true, caption = true, axes = true, legend = true, transparent = false, marks = true;
  bool panels = false;                   // letters a, b before the titles of grids
  bool checks = false;                   // ticks and crosses of the formula
  std::string title_text, caption_text;  // empty: the view's own
  std::string path;                      // empty: default_figure_path()
  friend bool operator==(const FigureChoice&, const FigureChoice&) = default;
};

}  // namespace tcviz::inline app_session
