#include "app/export/figure/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/export/figure/drawn_figure.hpp"
#include "app/export/figure/export.hpp"
#include "app/export/figure/preview.hpp"
#include "app/export/figure/writers.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/names.hpp"
#include "app/scene/grid/panels.hpp"
#include "app/scene/grid/product_parts.hpp"
#include "app/scene/grid/words.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr std::array<FormatRow, 9> formats = {{
    {FigureFormat::Text, "text", "Text", ".txt", false, true, 0},
    {FigureFormat::Markdown, "md", "Markdown", ".md", false, true, 0},
    {FigureFormat::Csv, "csv", "CSV", ".csv", false, true, 0},
    {FigureFormat::Json, "json", "JSON", ".json", false, true, 0},
    {FigureFormat::Cpp, "cpp", "C++ header", ".hpp", false, true, 0},
    {FigureFormat::Svg, "svg", "SVG", ".svg", true, true, 1},
    {FigureFormat::Png, "png", "PNG", ".png", true, false, 2},
    {FigureFormat::Pdf, "pdf", "PDF", ".pdf", true, false, 1},
    {FigureFormat::Tikz, "tikz", "TikZ", ".tex", true, true, 1},
}};

// The writer of a format: from the scene for a picture, from the figure itself for a table, and never both.
using PictureWriter = Result<std::string> (*)(const Figure&, const Scene&, double scale);
using TableWriter = Result<std::string> (*)(const Figure&);
struct Writer {
  FigureFormat format;
  PictureWriter picture;
  TableWriter table;
};
constexpr std::array<Writer, formats.size()> writers = {{
    {FigureFormat::Text, nullptr, write_text},
    {FigureFormat::Markdown, nullptr, write_markdown},
    {FigureFormat::Csv, nullptr, write_csv},
    {FigureFormat::Json, nullptr, write_json},
    {FigureFormat::Cpp, nullptr, write_cpp},
    {FigureFormat::Svg, write_svg, nullptr},
    {FigureFormat::Png, write_png, nullptr},
    {FigureFormat::Pdf, write_pdf, nullptr},
    {FigureFormat::Tikz, write_tikz, nullptr},
}};

const Writer& writer_of(FigureFormat format) { return *std::ranges::find(writers, format, &Writer::format); }

Status check_count(const Figure& figure) {
  if (figure.style.view == ViewMode::Product) {
    std::string why = why_no_product(layouts_of(figure));
    return why.empty() ? Status(Nothing{}) : Status(bad_input(std::move(why)));
  }
  const std::size_t wanted = layouts_shown(figure.style.view);
  if (figure.layouts.size() == wanted) return Nothing{};
  if (figure.layouts.size() > most_panels && figure.style.panels)
    return bad_input(fmt::format("a figure has at most {} panels, not {}", most_panels, figure.layouts.size()));
  if (has_panels(SceneLayouts(layouts_of(figure)), figure.style)) return Nothing{};
  return bad_input(fmt::format("the view '{}' shows {} layout{}, not {}", word_of(figure.style.view), wanted,
                               wanted == 1 ? "" : "s", figure.layouts.size()));
}

Status check_style(const Figure& figure) {
  const SceneStyle& style = figure.style;
  const Layout& first = figure.layouts.front().layout;
  if (const auto& slot = style.marked;
      slot && (slot->tid < 0 || slot->tid >= first.threads() || slot->i < 0 || slot->i >= first.values()))
    return bad_input(fmt::format("the marked slot {},{} is outside {}: tid goes from 0 to {} and i from 0 to {}",
                                 slot->tid, slot->i, first.kind(), first.threads() - 1, first.values() - 1));
  for (const FigureLayout& part : figure.layouts)
    if (!style.threads.empty() && style.threads.size() < static_cast<std::size_t>(part.layout.threads()))
      return bad_input(fmt::format("the filter speaks of {} threads, {} has {}", style.threads.size(),
                                   part.layout.kind(), part.layout.threads()));
  return Nothing{};
}

// Refuses a person's words for the picture if they are not well-formed UTF-8; words of a file are mended instead.
Status check_words(const SceneStyle& style) {
  struct Words {
    std::string_view what, text;
  };
  for (const Words& words : {Words{"title", style.title_text}, Words{"caption", style.caption_text}})
    if (const std::optional<std::size_t> at = first_ill_formed(words.text))
      return bad_input(fmt::format("the {} cannot be written: what begins at its byte {} is no character of UTF-8",
                                   words.what, *at));
  return Nothing{};
}

Status check_picture(const Figure& figure) {
  if (Status words = check_words(figure.style); !words) return words;
  if (Status count = check_count(figure); !count) return count;
  return check_style(figure);
}

Result<std::string> write_picture(const Figure& figure, double scale) {
  TCVIZ_TRY(check_picture(figure));
  if (!(scale >= smallest_scale && scale <= largest_scale))
    return bad_input(fmt::format("scale {} is out of range: choose {} to {}", scale, smallest_scale, largest_scale));
  if (Status paper = check_paper(figure); !paper) return paper.error();
  const DrawnFigure drawn = drawn_figure(figure);
  return writer_of(figure.format).picture(figure, drawn.scene, drawn.scale);
}

}  // namespace

std::array<std::string, 2> side_names(const FigureLayout& left, const FigureLayout& right) {
  if (left.layout.kind() == right.layout.kind()) return {left.source, right.source};
  if (left.source == right.source) return {left.layout.kind(), right.layout.kind()};
  return {fmt::format("{} {}", left.source, left.layout.kind()),
          fmt::format("{} {}", right.source, right.layout.kind())};
}

std::span<const FormatRow> figure_formats() { return formats; }

const FormatRow& row_of(FigureFormat format) { return *std::ranges::find(formats, format, &FormatRow::format); }

const FormatRow* format_of_suffix(std::string_view suffix) {
  const auto* found = std::ranges::find(formats, suffix, &FormatRow::suffix);
  return found == formats.end() ? nullptr : &*found;
}

Result<std::string> write_figure(const Figure& figure) {
  if (figure.layouts.empty()) return bad_input("a figure needs a layout");
  const FormatRow& row = row_of(figure.format);
  if (row.picture) return write_picture(figure, figure.scale.value_or(row.scale));
  return writer_of(figure.format).table(figure);
}

Result<Raster> figure_pixels(const Figure& figure) {
  TCVIZ_TRY(check_picture(figure));
  const DrawnFigure drawn = drawn_figure(figure);
  return draw_pixels(drawn.scene, drawn.scale);
}

Result<PreviewPicture> preview_of(const Figure& figure, float width, float height, float most) {
  constexpr double least_text = 2.5;  // pixels
  if (figure.layouts.empty()) return bad_input("a figure needs a layout");
  TCVIZ_TRY(check_picture(figure));
  TCVIZ_TRY(check_paper(figure));
  const DrawnFigure drawn = drawn_figure(figure);
  Scene scene = drawn.scene;
  const double fits = std::min(width / scene.width, height / scene.height);
  const double scale = std::clamp<double>(std::floor(fits * 1000) / 1000, 0.002, most);
  std::erase_if(scene.texts, [&](const Text& text) { return text.size * scale < least_text; });
  Result<Raster> pixels = draw_pixels(scene, scale);
  TCVIZ_TRY(pixels);
  Raster& p = pixels.value();
  return PreviewPicture{p.width, p.height, std::move(p.rgba), scene.width, scene.height};
}

std::vector<std::string> about(const Figure& figure) {
  std::vector<std::string> lines;
  for (const FigureLayout& part : figure.layouts) {
    lines.push_back(fmt::format("{}: {}", part.layout.kind(), caption(part.layout)));
    lines.push_back((part.source.empty() ? "" : part.source + ": ") + describe(part.layout.provenance()));
    if (part.layout.provenance().note) lines.push_back(*part.layout.provenance().note);
  }
  return lines;
}

}  // namespace tcviz::inline app_export
