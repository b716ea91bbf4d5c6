#include "app/scene/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/arrange.hpp"
#include "app/scene/block.hpp"
#include "app/scene/text_metrics.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

//  margin
//  title, provenance            figures only
//  blocks                       see arrange.hpp and block.hpp
//  caption
constexpr float margin = 20;
constexpr float title_size = 15, title_h = 24;
constexpr float line_size = 11, line_h = 16;  // provenance and caption
constexpr float caption_gap = 16;
constexpr float arrow_barb = 3;                      // how far a barb's end lies behind the tip and beside the shaft
constexpr float mark_side = 8, mark_of_cell = 0.3f;  // of what marks a difference
constexpr float other_fonts = 0.92f;                 // of a line's room: an SVG may be set in a wider face

// Lines of text from y downwards. Returns their height.
float add_lines(Scene& scene, const std::string& text, TextRole role, Color ink, float y, float width) {
  float height = 0;
  for (std::string& line : wrap_text(text, Face::Sans, line_size, width * other_fonts)) {
    scene.texts.push_back(
        {margin, y + height + line_h / 2, line_size, Align::Left, Face::Sans, role, ink, std::move(line)});
    height += line_h;
  }
  return height;
}

// Title and provenance. Returns their height.
float add_title(Scene& scene, const SceneStyle& style, const ThemeColors& colors, float width) {
  if (!style.title) return 0;
  float y = margin;
  for (std::string& line : wrap_text(scene.title, Face::Mono, title_size, width)) {
    scene.texts.push_back({margin, y + title_h / 2 - 2, title_size, Align::Left, Face::Mono, TextRole::Title,
                           colors.ink, std::move(line)});
    y += title_h;
  }
  y += add_lines(scene, scene.description, TextRole::Caption, colors.quiet, y, width);
  return y - margin + caption_gap;
}

void reserve(Scene& scene, const std::vector<Block>& blocks) {
  std::size_t parts = 0;
  for (const Block& block : blocks) parts += static_cast<std::size_t>(block.layout->slots());
  scene.cells.reserve(parts);
  scene.texts.reserve(parts + parts / 8 + 64);
}

constexpr float mark_thickness = 2;

// The thread of the marked slot in every grid of its layout, and the slot itself in a stronger line.
void add_outlines(Scene& scene, const Layout& layout, Slot marked, const ThemeColors& colors) {
  for (const GridFrame& frame : scene.grids) {
    if (frame.layout != 0) continue;
    for (int i = 0; i < layout.values(); ++i) {
      const std::optional<Rect> rect = slot_rect(frame, layout, {marked.tid, i});
      if (rect) scene.outlines.push_back({*rect, colors.ink, i == marked.i ? 2 * mark_thickness : mark_thickness});
    }
  }
}

bool has_slot(const Layout& layout, Slot slot) {
  return slot.tid >= 0 && slot.tid < layout.threads() && slot.i >= 0 && slot.i < layout.values();
}

}  // namespace

Scene build_scene(SceneLayouts layouts, const SceneStyle& style) {
  const ThemeColors colors = theme_colors(style.theme);
  const std::vector<Block> blocks = blocks_of(layouts, style);
  Scene scene;
  reserve(scene, blocks);
  scene.background = colors.background;
  if (style.transparent) scene.background.a = 0;
  scene.grid_line = colors.grid_line;
  scene.title = style.title_text.empty() ? title_of(layouts, style) : style.title_text;
  scene.description = description_of(layouts);

  const Arranged arranged = arrange(blocks, style);
  const float top = margin + add_title(scene, style, colors, arranged.width);
  float bottom = top;
  for (const Placed& placed : arranged.blocks) {
    const Point at{margin + placed.at.x, top + placed.at.y};
    const float height = add_block(scene, blocks[placed.block], arranged.plan, style, at, placed.width);
    bottom = std::max(bottom, at.y + height);
  }
  scene.width = 2 * margin + arranged.width;
  if (style.caption) {
    const std::string text = style.caption_text.empty() ? caption_of(layouts, style) : style.caption_text;
    bottom += caption_gap;
    bottom += add_lines(scene, text, TextRole::Caption, colors.quiet, bottom, arranged.width);
  }
  scene.height = std::ceil(bottom + margin);
  const Layout& first = *layouts.front();
  if (style.marked && has_slot(first, *style.marked)) add_outlines(scene, first, *style.marked, colors);
  return scene;
}

Scene build_scene(const Layout& layout, const SceneStyle& style) {
  const Layout* const one = &layout;
  return build_scene(SceneLayouts(&one, 1), style);
}

std::size_t layouts_shown(ViewMode view) {
  if (view == ViewMode::Product) return 3;
  return view == ViewMode::Comparison ? 2 : 1;
}

std::array<Point, 5> arrow_points(const Arrow& arrow) {
  const Point tail{arrow.x0, arrow.y0}, tip{arrow.x1, arrow.y1};
  if (arrow.x0 == arrow.x1) {
    const float back = tip.y - arrow_barb;
    return {tail, tip, Point{tip.x - arrow_barb, back}, tip, Point{tip.x + arrow_barb, back}};
  }
  const float back = tip.x - arrow_barb;
  return {tail, tip, Point{back, tip.y - arrow_barb}, tip, Point{back, tip.y + arrow_barb}};
}

std::array<Point, 3> difference_mark(const Rect& cell) {
  const float side = std::min(mark_side, mark_of_cell * std::min(cell.w, cell.h)), right = cell.x + cell.w;
  return {Point{right - side, cell.y}, Point{right, cell.y}, Point{right, cell.y + side}};
}

std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot) {
  const std::optional<Element> element = layout.element(slot);
  if (!element) return std::nullopt;
  if (frame.channel == Channel::Slots) return part_rect(frame, {slot.tid, slot.i}, 1, 0);
  const auto owners = layout.owner_slots(*element);
  const auto at = std::find(owners.begin(), owners.end(), slot.tid * layout.values() + slot.i);
  return part_rect(frame, *element, static_cast<int>(owners.size()), static_cast<int>(at - owners.begin()));
}

namespace {

// Row and column of the cell under a point of the cells.
Element cell_at(const GridFrame& frame, float x, float y) {
  return {std::min(static_cast<int>((y - frame.cells.y) / frame.cell_h), frame.rows - 1),
          std::min(static_cast<int>((x - frame.cells.x) / frame.cell_w), frame.cols - 1)};
}

// Which of `owners` parts of a cell. The gap belongs to the cell before it, so the point is drawn back into what is
// filled.
int part_at(const GridFrame& frame, Element cell, int owners, float x, float y) {
  const Rect whole = part_rect(frame, cell, 1, 0);
  const float in_x = std::min(x, std::nextafter(whole.x + whole.w, whole.x));
  const float in_y = std::min(y, std::nextafter(whole.y + whole.h, whole.y));
  int part = 0;
  while (part + 1 < owners && !part_rect(frame, cell, owners, part).contains(in_x, in_y)) ++part;
  return part;
}

// In a grid of slots: a slot without an element is no hit.
std::optional<Hit> hit_slot(const GridFrame& frame, const Layout& layout, int grid, Element cell) {
  const Slot slot{cell.row, cell.col};
  const std::optional<Element> element = layout.element(slot);
  if (!element) return std::nullopt;
  const auto owners = layout.owner_slots(*element);
  const std::int32_t number = slot.tid * layout.values() + slot.i;
  const auto part = std::find(owners.begin(), owners.end(), number) - owners.begin();
  return Hit{grid, *element, static_cast<int>(part), number, frame.layout};
}

}  // namespace

std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y) {
  const Layout* const one = &layout;
  return hit_test(scene, SceneLayouts(&one, 1), x, y);
}

std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y) {
  for (std::size_t grid = 0; grid < scene.grids.size(); ++grid) {
    const GridFrame& frame = scene.grids[grid];
    if (!frame.cells.contains(x, y)) continue;
    const Layout& layout = *layouts[frame.layout];
    const Element cell = cell_at(frame, x, y);
    if (frame.channel == Channel::Slots) return hit_slot(frame, layout, static_cast<int>(grid), cell);
    const auto owners = layout.owner_slots(cell);
    const int part = part_at(frame, cell, static_cast<int>(owners.size()), x, y);
    return Hit{static_cast<int>(grid), cell, part, owners[static_cast<std::size_t>(part)], frame.layout};
  }
  return std::nullopt;
}

}  // namespace tcviz
