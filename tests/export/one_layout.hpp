// Figures of one layout, and the layouts in a figure, by the program's own functions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz {

inline std::string to_svg(const Layout& layout, const SceneStyle& style) {
  Figure figure;
  figure.layouts = {{layout, ""}};
  figure.style = style;
  return write_figure(figure).value();
}

inline Result<std::string> to_png(const Layout& layout, const SceneStyle& style, double scale) {
  Figure figure;
  figure.layouts = {{layout, ""}};
  figure.style = style;
  figure.format = FigureFormat::Png;
  figure.scale = scale;
  return write_figure(figure);
}

inline Result<std::vector<FigureLayout>> figure_in_file(const std::filesystem::path& path) {
  const Result<std::string> bytes = read_file(path);
  TCVIZ_TRY(bytes);
  Result<std::vector<FigureLayout>> figure = figure_in_text(bytes.value());
  if (figure) return figure;
  return Error{figure.error().fault, path.string() + ": " + figure.error().message};
}

inline Result<std::vector<Layout>> layouts_of_figure(const Result<std::vector<FigureLayout>>& figure) {
  TCVIZ_TRY(figure);
  std::vector<Layout> layouts;
  for (const FigureLayout& part : figure.value()) layouts.push_back(part.layout);
  return layouts;
}
inline Result<std::vector<Layout>> layouts_in_text(std::string_view bytes) {
  return layouts_of_figure(figure_in_text(bytes));
}
inline Result<std::vector<Layout>> layouts_in_file(const std::filesystem::path& path) {
  return layouts_of_figure(figure_in_file(path));
}

}  // namespace tcviz
