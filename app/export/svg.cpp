// Scene -> SVG: real text, data-tid and data-i on every part of a cell, and the layout itself in <metadata>.
// Cells of one colour stand in one group: that keeps the file small, and recolours a thread in one place.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/export/export.hpp"
#include "app/export/xml_text.hpp"
#include "app/scene/text_metrics.hpp"
#include "app/scene/words.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::uint32_t packed(Color c) { return static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b); }
std::string hex(Color c) {
  if (c == Color{0, 0, 0}) return "#000";
  if (c == Color{255, 255, 255}) return "#fff";
  return fmt::format("#{:06x}", packed(c));
}

// Coordinates without trailing zeros, to a hundredth of a unit.
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

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

std::string embedded_layout(const Layout& layout) {
  return json_for_cdata(nlohmann::ordered_json::parse(to_json(layout)).dump());
}

void write_head(Out out, const Scene& scene, const Layout& layout) {
  const std::string w = number(scene.width), h = number(scene.height);
  fmt::format_to(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                 "role=\"img\" aria-labelledby=\"tcviz-title tcviz-desc\">\n",
                 w, h);
  fmt::format_to(out, "<title id=\"tcviz-title\">{}</title>\n", xml_escaped(scene.title));
  fmt::format_to(out, "<desc id=\"tcviz-desc\">{}; {}{}</desc>\n", xml_escaped(caption(layout)),
                 xml_escaped(scene.description),
                 layout.provenance().note ? "; " + xml_escaped(*layout.provenance().note) : "");
  fmt::format_to(out, "<metadata id=\"tcviz-layout\"><![CDATA[{}]]></metadata>\n", embedded_layout(layout));
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

// Cells of one grid, a group for each colour in the order in which the colours appear.
void write_cells(Out out, const Scene& scene, const Layout& layout, std::size_t grid) {
  std::vector<std::string> groups;
  std::map<std::uint32_t, std::size_t> group_of;
  for (const CellPart& cell : scene.cells) {
    if (cell.grid != grid) continue;
    const auto [at, added] = group_of.try_emplace(packed(cell.fill), groups.size());
    if (added) groups.push_back(fmt::format("<g fill=\"{}\">\n", hex(cell.fill)));
    const Slot slot = layout.slot(cell.slot);
    fmt::format_to(std::back_inserter(groups[at->second]), "<path d=\"{}\" data-tid=\"{}\" data-i=\"{}\"/>\n",
                   box(cell.rect), slot.tid, slot.i);
  }
  for (const std::string& group : groups) fmt::format_to(out, "{}</g>\n", group);
}

void write_grids(Out out, const Scene& scene, const Layout& layout) {
  for (std::size_t grid = 0; grid < scene.grids.size(); ++grid) {
    const GridFrame& frame = scene.grids[grid];
    fmt::format_to(out, "<g id=\"{}\" data-rows=\"{}\" data-cols=\"{}\">\n",
                   frame.channel == Channel::Thread ? "thread" : "register", frame.rows, frame.cols);
    fmt::format_to(out, "<path d=\"{}\" fill=\"{}\"/>\n", box(frame.lines), hex(scene.grid_line));
    write_cells(out, scene, layout, grid);
    fmt::format_to(out, "</g>\n");
  }
}

void write_swatches(Out out, const Scene& scene) {
  fmt::format_to(out, "<g class=\"legend\">\n");
  for (const Swatch& swatch : scene.swatches) {
    fmt::format_to(out, "<path d=\"{}\" fill=\"{}\"/>\n", box(swatch.rect), hex(swatch.fill));
  }
  fmt::format_to(out, "</g>\n");
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

// A group moves its texts to their baseline, since not every renderer knows dominant-baseline, and by the fraction that
// the positions of cell labels share: integers keep the file small.
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

// Texts that look alike share a group.
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

std::string to_svg(const Layout& layout, const SceneStyle& style) {
  const Scene scene = build_scene(layout, style);
  std::string svg;
  const Out out(svg);
  write_head(out, scene, layout);
  write_grids(out, scene, layout);
  write_swatches(out, scene);
  write_arrows(out, scene);
  write_texts(out, scene);
  svg += "</svg>\n";
  return svg;
}

}  // namespace tcviz
