#include "app/scene/grid/page.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/hits.hpp"
#include "app/scene/grid/legend.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float page_title_size = 15, page_title_h = 24, line_size = 11, line_h = 16;
constexpr float other_fonts = 0.92f;  // part of a line's room: an SVG may be set in a wider face
constexpr float wide_from = 2;        // a grid is wide if its width is at least this many times its height
constexpr float next_legend = 6;      // between two below one grid
constexpr float thin = 2, thick = 3;  // around a thread's cells, around a slot

// Draws lines of text from y downwards. Returns their height.
float add_lines(Build& build, const std::string& text, float x, float y, float width) {
  float height = 0;
  for (std::string& line : wrap_text(text, Face::Sans, line_size, width * other_fonts)) {
    build.scene.texts.push_back({x, y + height + line_h / 2, line_size, Align::Left, Face::Sans, TextRole::Caption,
                                 build.colors.quiet, std::move(line)});
    height += line_h;
  }
  return height;
}

bool same_legend(const Coloring& a, const Coloring& b) {
  return a.name == b.name && a.numbers == b.numbers &&
         std::ranges::equal(a.looks, b.looks, [](const CellLook& x, const CellLook& y) { return x.fill == y.fill; });
}

// True if the legend stands below this block: the first of the last row with such a legend.
bool bears_legend(const PageRows& rows, std::size_t row, std::size_t column) {
  const Coloring& own = rows[row][column]->coloring;
  const auto alike = [&](const Block* other) { return same_legend(own, other->coloring); };
  if (std::any_of(rows[row].begin(), rows[row].begin() + static_cast<std::ptrdiff_t>(column), alike)) return false;
  return std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(row) + 1, rows.end(),
                      [&](const auto& later) { return std::ranges::any_of(later, alike); });
}

// Draws a row of blocks with their legends. Returns its height.
float add_row(Build& build, const PageRows& rows, std::size_t row, const std::vector<float>& widths, float y) {
  float x = margin_of(build.style), height = 0;
  for (std::size_t n = 0; n < rows[row].size(); ++n) {
    const Block& block = *rows[row][n];
    add_block(build, block, x, y);
    const Point corner{cells_at(block, build.style, x, y).x, y + block.h()};
    const float legends = add_legends(build.scene, build, rows, {row, n}, corner, widths[n] - block.gutter);
    height = std::max(height, block.h() + legends);
    x += widths[n] + gap_of(build.style);
  }
  return height;
}

void add_outline(Build& build, const GridFrame& frame, Slot slot, Color color, float thickness) {
  const Layout& layout = *build.layouts[frame.layout];
  if (slot.tid >= layout.threads() || slot.i >= layout.values()) return;
  if (const std::optional<Rect> rect = slot_rect(frame, layout, slot)) {
    build.scene.outlines.push_back({*rect, color, thickness});
  }
}

}  // namespace

float gap_of(const SceneStyle& style) { return style.room ? gap_in_room : block_gap; }

float margin_of(const SceneStyle& style) { return style.room ? style.room->margin : page_margin; }

float least_legend(const SceneStyle& style) {
  if (!style.legend) return 0;
  return style.room && style.room->paper ? smallest_paper_legend : smallest_legend_width;
}

std::vector<float> column_widths(const PageRows& rows, const SceneStyle& style) {
  std::vector<float> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t n = 0; n < row.size(); ++n)
      widths[n] = std::max(widths[n], row[n]->gutter + std::max(row[n]->inner_w, least_legend(style)));
  }
  return widths;
}

float add_legends(Scene& scene, const Build& build, const PageRows& rows, PlaceInRows at, Point corner, float width) {
  if (!build.style.legend || !bears_legend(rows, at.row, at.column)) return 0;
  const Block& block = *rows[at.row][at.column];
  float height = legend_gap;
  height += add_legend(scene, block.coloring, build.colors, corner.x, corner.y + height, width);
  if (has_brief_labels(block, build.style))
    height += add_brief_legend(scene, build.colors, corner.x, corner.y + height, width);
  if (block.corners.looks.empty()) return height;
  height += next_legend;
  return height + add_legend(scene, block.corners, build.colors, corner.x, corner.y + height, width);
}

bool has_brief_labels(const Block& block, const SceneStyle& style) {
  const bool on_paper = style.room && style.room->paper;
  return on_paper && block.cell.form == LabelForm::Short && !block.labels.empty() && !style.hide_cells;
}

float difference_legend_height(const SceneStyle& style) {
  const bool there = style.view == ViewMode::Comparison && style.legend && !style.hide_cells;
  return there ? legend_gap + legend_row_h : 0;
}

void set_words(Build& build, std::string title, std::string description) {
  build.scene.title = build.style.title_text.empty() ? std::move(title) : build.style.title_text;
  build.scene.description = std::move(description);
}

float add_title(Build& build, float x, float top, float width) {
  if (!build.style.title) return 0;
  float y = top;
  for (std::string& line : wrap_text(build.scene.title, Face::Mono, page_title_size, width)) {
    build.scene.texts.push_back({x, y + page_title_h / 2 - 2, page_title_size, Align::Left, Face::Mono, TextRole::Title,
                                 build.colors.ink, std::move(line)});
    y += page_title_h;
  }
  const float origin = build.style.origin ? add_lines(build, build.scene.description, x, y, width) : 0;
  return y - top + origin + line_gap;
}

float add_caption(Build& build, const std::string& text, float x, float y, float width) {
  if (!build.style.caption) return 0;
  return add_lines(build, build.style.caption_text.empty() ? text : build.style.caption_text, x, y, width);
}

bool stands_stacked(Arrangement arrangement, const Block& block) {
  const bool wide = block.grid_w > wide_from * block.grid_h;
  return arrangement == Arrangement::Stacked || (arrangement == Arrangement::Fitting && wide);
}

float words_height(const Build& build, float width) {
  Build scratch{build.layouts, build.style, build.colors, {}};
  scratch.scene.title = build.scene.title;
  scratch.scene.description = build.scene.description;
  const float title = add_title(scratch, 0, 0, width);
  const float caption = add_caption(scratch, build.caption, 0, 0, width);
  return title + caption + (build.style.caption ? line_gap : 0);
}

void add_page(Build& build, const PageRows& rows) {
  const std::vector<float> widths = column_widths(rows, build.style);
  const float margin = margin_of(build.style);
  const float gap = gap_of(build.style);
  float width = -gap;
  for (const float w : widths) width += w + gap;
  float y = margin;
  y += add_title(build, margin, y, width);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row > 0) y += gap;
    y += add_row(build, rows, row, widths, y);
  }
  if (build.difference != nullptr && difference_legend_height(build.style) > 0) {
    const Block& block = *rows.front().front();
    const float x = cells_at(block, build.style, margin, y).x;
    y += legend_gap;
    y += add_difference_legend(build.scene, *build.difference, block.coloring.looks.back(), build.colors, x, y);
  }
  if (build.style.caption) y += line_gap;
  y += add_caption(build, build.caption, margin, y, width);
  build.scene.width = std::ceil(2 * margin + width);
  build.scene.height = std::ceil(y + margin);
}

void add_outlines(Build& build) {
  if (!build.style.marked) return;
  const Slot marked = *build.style.marked;
  if (marked.tid < 0 || marked.i < 0) return;
  for (const GridFrame& frame : build.scene.grids) {
    const int values = build.layouts[frame.layout]->values();
    for (int i = 0; i < values; ++i) add_outline(build, frame, {marked.tid, i}, build.colors.ink, thin);
  }
  for (const GridFrame& frame : build.scene.grids) {
    const bool product = build.style.view == ViewMode::Product;
    if (!product || frame.layout == 0) add_outline(build, frame, marked, build.colors.accent, thick);
  }
}

}  // namespace tcviz::inline app_scene
