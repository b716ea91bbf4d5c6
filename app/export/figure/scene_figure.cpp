#include "app/export/figure/scene_figure.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "app/export/figure/writers.hpp"
#include "app/export/ink/png_text.hpp"

namespace tcviz::inline app_export {
namespace {

Result<std::string> scene_png(const Scene& scene, double scale, std::string_view carried) {
  const Result<Raster> picture = draw_pixels(scene, scale);
  TCVIZ_TRY(picture);
  std::vector<PngText> texts{{"Title", scene.title}, {"Description", scene.description}, {"Software", "tcviz"}};
  if (!carried.empty()) texts.push_back({std::string(png_key), std::string(carried)});
  return encode_png(picture.value().width, picture.value().height, picture.value().rgba, texts);
}

}  // namespace

Result<std::string> write_scene(const Scene& scene, FigureFormat format, std::string_view carried) {
  const double scale = row_of(format).scale;
  if (format == FigureFormat::Svg) return write_plain_svg(scene, carried);
  if (format == FigureFormat::Png) return scene_png(scene, scale, carried);
  if (format == FigureFormat::Pdf) return write_plain_pdf(scene, scale, carried);
  if (format == FigureFormat::Tikz) return write_plain_tikz(scene, scale, carried);
  return bad_input(fmt::format("{} is no picture: svg, png, pdf and tikz are.", row_of(format).label));
}

Result<FigureFormat> picture_format_of(const std::string& path) {
  const FormatRow* const row = format_of_suffix(std::filesystem::path(path).extension().string());
  if (row != nullptr && row->picture) return row->format;
  return bad_input(fmt::format("{}: the suffix tells no picture: .svg, .png, .pdf or .tex.", path));
}

}  // namespace tcviz::inline app_export
