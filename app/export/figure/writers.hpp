// Functions that write a figure, one for each format. figure.cpp calls them, with the scene built and a valid scale.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr std::string_view png_key = "tcviz-figure";  // key of the text chunk with the figure's data

// Pixels: 4 * width * height bytes, RGBA, not premultiplied.
struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
Result<Raster> draw_pixels(const Scene& scene, double scale);

// Draws the figure as its PNG shows it, and returns the pixels.
Result<Raster> figure_pixels(const Figure& figure);

Result<std::string> write_svg(const Figure& figure, const Scene& scene, double scale);
// Write a scene that does not show layouts, with its title and description, and `carried` (carried_picture.hpp) if it
// is not empty.
std::string write_plain_svg(const Scene& scene, std::string_view carried = {});
Result<std::string> write_plain_pdf(const Scene& scene, double scale, std::string_view carried);
Result<std::string> write_plain_tikz(const Scene& scene, double scale, std::string_view carried);
Result<std::string> write_png(const Figure& figure, const Scene& scene, double scale);
Result<std::string> write_pdf(const Figure& figure, const Scene& scene, double scale);
Result<std::string> write_tikz(const Figure& figure, const Scene& scene, double scale);

Result<std::string> write_text(const Figure& figure);
Result<std::string> write_markdown(const Figure& figure);
Result<std::string> write_csv(const Figure& figure);
Result<std::string> write_json(const Figure& figure);
Result<std::string> write_cpp(const Figure& figure);

// Describes the figure's layouts for comments in files: lines of UTF-8 with kind, sizes and provenance.
std::vector<std::string> about(const Figure& figure);

}  // namespace tcviz::inline app_export
