// Scene -> SVG: real text, slot and element on every part of a cell, and the figure's data in <metadata>. Cells of one
// colour stand in one group: that keeps the file small, and recolours a thread in one place.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <vector>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/paper.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/number_text.hpp"
#include "app/export/ink/xml_text.hpp"
#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_export {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::uint32_t packed(Color c) { return static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b); }
std::string hex(Color c) {
  if (c == Color{0, 0, 0}) return "#000";
  if (c == Color{255, 255, 255}) return "#fff";
  return fmt::format("#{:06x}", packed(c));
}

// Writes a coordinate without trailing zeros, to a hundredth of a unit.
std::string number(float value) { return trimmed_number(value, 2); }

std::string_view anchor_of(Align align) {
  switch (align) {
    case Align::Left:
      return "start";
    case Align::Center:
      return "middle";
    case Align::Right:
      return "end";
  }
  return "start";
}

std::string_view role_class(TextRole role) {
  switch (role) {
    case TextRole::CellLabel:
      return "labels";
    case TextRole::Note:
      return "notes";
    case TextRole::AxisNumber:
      return "axis";
    case TextRole::AxisName:
      return "axis-name";
    case TextRole::GridTitle:
      return "grid-title";
    case TextRole::Title:
      return "title";
    case TextRole::Caption:
      return "caption";
    case TextRole::Legend:
      return "legend";
  }
  return "text";
}

constexpr std::string_view family(Face face) {
  return face == Face::Mono ? "Cousine,'Liberation Mono','DejaVu Sans Mono',Menlo,Consolas,monospace"
                            : "Roboto,'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif";
}

std::string description(const Figure& figure) {
  std::string text;
  for (const std::string& line : about(figure)) text += (text.empty() ? "" : "; ") + xml_escaped(line);
  return text;
}

struct SvgSize {
  std::string w, h;
};

SvgSize scaled_size(const Scene& scene, double scale) {
  const auto scaled = [&](float side) { return number(static_cast<float>(side * scale)); };
  return {scaled(scene.width), scaled(scene.height)};
}

// Returns the exact width of the paper, and the height that follows from it.
SvgSize size_on_paper(const Scene& scene, double scale, const FigurePaper& paper) {
  constexpr int places = 4;
  const double h = static_cast<double>(scene.height) * scale / units_of_inch * mm_of_inch;
  return {trimmed_number(paper.width_mm, places) + "mm", trimmed_number(h, places) + "mm"};
}

void write_head(Out out, const Scene& scene, const SvgSize& size, std::string_view description,
                std::string_view carried) {
  const std::string w = number(scene.width), h = number(scene.height);
  fmt::format_to(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" "
                 "role=\"img\" aria-labelledby=\"tcviz-title tcviz-desc\">\n",
                 size.w, size.h, w, h);
  fmt::format_to(out, "<title id=\"tcviz-title\">{}</title>\n", xml_escaped(scene.title));
  fmt::format_to(out, "<desc id=\"tcviz-desc\">{}</desc>\n", description);
  if (!carried.empty())
    fmt::format_to(out, "<metadata id=\"tcviz-figure\"><![CDATA[{}]]></metadata>\n", json_for_cdata(carried));
  fmt::format_to(out, "<style>text{{font-family:{};white-space:pre}}.sans text{{font-family:{}}}</style>\n",
                 family(Face::Mono), family(Face::Sans));
  if (scene.background.a > 0) {
    fmt::format_to(out, "<path d=\"M0 0h{}v{}H0z\" fill=\"{}\"/>\n", w, h, hex(scene.background));
  }
}

std::string box(const Rect& rect) {
  const std::string x = number(rect.x);
  return fmt::format("M{} {}h{}v{}H{}z", x, number(rect.y), number(rect.w), number(rect.h), x);
}

// Shapes that lie over the fills, gathered while these are written: hatches as patterns, marks of differences as paths.
class Overlays {
 public:
  void hatch(const Rect& rect, Color fill, Hatch hatch) {
    if (hatch != Hatch::None) paths_[{hatch, packed(hatch_color(fill))}] += box(rect);
  }
  void frame(const Rect& rect, Color color) {
    for (const Rect& line : frame_lines(rect, difference_frame(rect))) marks_[packed(color)] += box(line);
  }
  void write(Out out) const;

 private:
  std::map<std::pair<Hatch, std::uint32_t>, std::string> paths_;
  std::map<std::uint32_t, std::string> marks_;
};

// One tile of a pattern, {t} wide and high, {a} and {b} a unit less and more; a shape that is cut off at one side
// continues at the opposite side.
struct Tile {
  Hatch hatch;
  std::string_view word, path;
};
constexpr std::array tiles{
    Tile{Hatch::Forward, "forward", "M-1 1L1 -1M-1 {b}L{b} -1M{a} {b}L{b} {a}"},
    Tile{Hatch::Backward, "backward", "M-1 {a}L1 {b}M-1 -1L{b} {b}M{a} -1L{b} 1"},
    Tile{Hatch::Horizontal, "horizontal", "M0 0H{t}M0 {t}H{t}"},
    Tile{Hatch::Vertical, "vertical", "M0 0V{t}M{t} 0V{t}"},
    Tile{Hatch::Crossed, "crossed", "M0 0H{t}M0 {t}H{t}M0 0V{t}M{t} 0V{t}"},
    Tile{Hatch::Diagonal, "diagonal",
         "M-1 1L1 -1M-1 {b}L{b} -1M{a} {b}L{b} {a}M-1 {a}L1 {b}M-1 -1L{b} {b}M{a} -1L{b} 1"},
    Tile{Hatch::Dots, "dots", "M0 0h0M{t} 0h0M0 {t}h0M{t} {t}h0"},  // round ends of nothing
};

void write_pattern(Out out, std::string_view id, Hatch hatch, std::uint32_t color) {
  for (const Tile& tile : tiles) {
    if (tile.hatch != hatch) continue;
    const std::string path = fmt::format(fmt::runtime(tile.path), fmt::arg("t", hatch_tile),
                                         fmt::arg("a", hatch_tile - 1), fmt::arg("b", hatch_tile + 1));
    fmt::format_to(out,
                   "<pattern id=\"{}\" width=\"{t}\" height=\"{t}\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" "
                   "fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{}\"{}/></pattern>\n",
                   id, path, color, hatch == Hatch::Dots ? 2 * hatch_dot : hatch_width,
                   hatch == Hatch::Dots ? " stroke-linecap=\"round\"" : "", fmt::arg("t", hatch_tile));
  }
}

std::string_view word_of(Hatch hatch) {
  for (const Tile& tile : tiles)
    if (tile.hatch == hatch) return tile.word;
  return "";
}

void Overlays::write(Out out) const {
  for (const auto& [key, path] : paths_) {
    const std::string id = fmt::format("{}-{:06x}", word_of(key.first), key.second);
    write_pattern(out, id, key.first, key.second);
    fmt::format_to(out, "<path class=\"hatch\" d=\"{}\" fill=\"url(#{})\"/>\n", path, id);
  }
  for (const auto& [color, path] : marks_)
    fmt::format_to(out, "<path class=\"differs\" d=\"{}\" fill=\"#{:06x}\"/>\n", path, color);
}

// Writes the cells of one grid, a group for each colour in the order in which the colours appear.
void write_cells(Out out, const Scene& scene, const Layout& layout, std::size_t grid, Overlays& overlays) {
  std::vector<std::string> groups;
  std::map<std::uint32_t, std::size_t> group_of;
  for (const CellPart& cell : scene.cells) {
    if (cell.grid != grid) continue;
    overlays.hatch(cell.rect, cell.fill, cell.hatch);
    if (const Color color = frame_color(cell, scene.background); color.a > 0) overlays.frame(cell.rect, color);
    const auto [at, added] = group_of.try_emplace(packed(cell.fill), groups.size());
    if (added) groups.push_back(fmt::format("<g fill=\"{}\">\n", hex(cell.fill)));
    const Slot slot = layout.slot(cell.slot);
    fmt::format_to(std::back_inserter(groups[at->second]),
                   "<path d=\"{}\" data-tid=\"{}\" data-i=\"{}\" data-row=\"{}\" data-col=\"{}\"/>\n", box(cell.rect),
                   slot.tid, slot.i, cell.row, cell.col);
  }
  for (const std::string& group : groups) fmt::format_to(out, "{}</g>\n", group);
}

constexpr std::array<std::string_view, 4> channel_ids{"thread", "register", "both", "slots"};  // by Channel

void write_grids(Out out, const Figure& figure, const Scene& scene, Overlays& overlays) {
  for (std::size_t grid = 0; grid < scene.grids.size(); ++grid) {
    const GridFrame& frame = scene.grids[grid];
    const Layout& layout = figure.layouts[frame.layout].layout;
    fmt::format_to(out, "<g id=\"{}{}\" data-kind=\"{}\" data-rows=\"{}\" data-cols=\"{}\">\n",
                   channel_ids[static_cast<std::size_t>(frame.channel)],
                   frame.layout > 0 ? fmt::format("-{}", frame.layout) : "", xml_escaped(layout.kind()), frame.rows,
                   frame.cols);
    fmt::format_to(out, "<path d=\"{}\" fill=\"{}\"/>\n", box(frame.lines), hex(scene.grid_line));
    write_cells(out, scene, layout, grid, overlays);
    fmt::format_to(out, "</g>\n");
  }
}

void write_swatches(Out out, const Scene& scene, Overlays& overlays) {
  fmt::format_to(out, "<g class=\"swatches\">\n");
  for (const Swatch& swatch : scene.swatches) {
    overlays.hatch(swatch.rect, swatch.fill, swatch.hatch);
    if (swatch.framed) overlays.frame(swatch.rect, label_color(scene.background));
    fmt::format_to(out, "<path d=\"{}\" fill=\"{}\"/>\n", box(swatch.rect), hex(swatch.fill));
  }
  fmt::format_to(out, "</g>\n");
}

void write_outlines(Out out, const Scene& scene) {
  for (const Outline& outline : scene.outlines) {
    fmt::format_to(out, "<path class=\"outline\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                   box(outline.rect), hex(outline.color), number(outline.thickness));
  }
}

void write_arrows(Out out, const Scene& scene) {
  for (const Arrow& arrow : scene.arrows) {
    std::string path;
    for (const Point& point : arrow_points(arrow)) {
      path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', number(point.x), number(point.y));
    }
    fmt::format_to(out, "<path d=\"{}\" fill=\"none\" stroke=\"{}\"/>\n", path, hex(arrow.color));
  }
}

void write_strokes(Out out, const Scene& scene) {
  if (scene.strokes.empty()) return;
  fmt::format_to(out, "<g stroke-linecap=\"round\">\n");
  for (const Stroke& stroke : scene.strokes) {
    fmt::format_to(out, "<path d=\"M{} {}L{} {}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                   number(stroke.from.x), number(stroke.from.y), number(stroke.to.x), number(stroke.to.y),
                   hex(stroke.color), number(stroke.thickness));
  }
  fmt::format_to(out, "</g>\n");
}

// Returns the offset by which a group moves its texts to their baseline, since not every renderer knows
// dominant-baseline, and by the fraction that the positions of cell labels share: integers keep the file small.
Point offset_of(const Text& first) {
  const float x = first.x - std::floor(first.x), y = first.y - std::floor(first.y);
  return {x, y + baseline_below_middle(first.face) * first.size};
}

std::string text_group(const Text& text) {
  const Point offset = offset_of(text);
  return fmt::format(
      "<g class=\"{}{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\" transform=\"translate({} {})\">\n",
      role_class(text.role), text.face == Face::Sans ? " sans" : "", number(text.size), anchor_of(text.align),
      hex(text.color), number(offset.x), number(offset.y));
}

// Writes the texts; those that look alike share a group.
void write_texts(Out out, const Scene& scene) {
  std::vector<std::pair<std::string, std::string>> groups;
  std::map<std::string, std::size_t> group_of;
  for (const Text& text : scene.texts) {
    const std::string head = text_group(text);
    const auto [at, added] = group_of.try_emplace(head, groups.size());
    if (added) groups.emplace_back(head, "");
    fmt::format_to(std::back_inserter(groups[at->second].second), "<text x=\"{}\" y=\"{}\">{}</text>\n",
                   number(std::floor(text.x)), number(std::floor(text.y)), xml_escaped(text.text));
  }
  for (const auto& [head, body] : groups) fmt::format_to(out, "{}{}</g>\n", head, body);
}

}  // namespace

Result<std::string> write_svg(const Figure& figure, const Scene& scene, double scale) {
  std::string svg;
  const Out out(svg);
  Overlays overlays;
  const SvgSize size = figure.paper ? size_on_paper(scene, scale, *figure.paper) : scaled_size(scene, scale);
  write_head(out, scene, size, description(figure), carried_json(figure));
  write_swatches(out, scene, overlays);
  write_grids(out, figure, scene, overlays);
  overlays.write(out);
  write_arrows(out, scene);
  write_texts(out, scene);
  write_strokes(out, scene);
  write_outlines(out, scene);
  svg += "</svg>\n";
  return svg;
}

std::string write_plain_svg(const Scene& scene, std::string_view carried) {
  std::string svg;
  const Out out(svg);
  Overlays overlays;
  write_head(out, scene, scaled_size(scene, 1), xml_escaped(scene.description), carried);
  if (!scene.swatches.empty()) write_swatches(out, scene, overlays);
  overlays.write(out);
  write_strokes(out, scene);
  write_texts(out, scene);
  write_outlines(out, scene);
  svg += "</svg>\n";
  return svg;
}

}  // namespace tcviz::inline app_export
