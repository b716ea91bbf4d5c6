// One function for each format of a figure; figure.cpp calls them by its table. Scenes are already built and scales in
// range.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr std::string_view png_key = "tcviz-figure";  // the text chunk that carries the figure

// Pixels: 4 * width * height bytes, r g b a, not premultiplied.
struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
Result<Raster> draw_pixels(const Scene& scene, double scale);

// Returns the pixels that a PNG of the figure shows.
Result<Raster> figure_pixels(const Figure& figure);

Result<std::string> write_svg(const Figure& figure, const Scene& scene, double scale);
// Writes a scene without grids, which carries no layout: only its title and description.
std::string write_plain_svg(const Scene& scene);
Result<std::string> write_png(const Figure& figure, const Scene& scene, double scale);
Result<std::string> write_pdf(const Figure& figure, const Scene& scene, double scale);
Result<std::string> write_tikz(const Figure& figure, const Scene& scene, double scale);

Result<std::string> write_text(const Figure& figure);
Result<std::string> write_markdown(const Figure& figure);
Result<std::string> write_csv(const Figure& figure);
Result<std::string> write_json(const Figure& figure);
Result<std::string> write_cpp(const Figure& figure);

// Describes a figure's layouts for comments in files: kind, sizes, provenance, a line each, ASCII or UTF-8.
std::vector<std::string> about(const Figure& figure);

}  // namespace tcviz::inline app_export
