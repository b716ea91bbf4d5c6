#include "app/scene/page.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/legend.hpp"
#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

constexpr float title_size = 15, title_h = 24, line_size = 11, line_h = 16;
constexpr float other_fonts = 0.92f;  // of a line's room: an SVG may be set in a wider face
constexpr float wide_from = 2;        // a grid at least so many times wider than high
constexpr float thin = 2, thick = 3;  // around a thread's cells, around a slot

using Rows = std::vector<std::vector<const Block*>>;

// Lines of text from y downwards. Returns their height.
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

// Whether this block is the one below which its legend stands: the first of the last row with such a legend.
bool bears_legend(const Rows& rows, std::size_t row, std::size_t column) {
  const Coloring& own = rows[row][column]->coloring;
  const auto alike = [&](const Block* other) { return same_legend(own, other->coloring); };
  if (std::any_of(rows[row].begin(), rows[row].begin() + static_cast<std::ptrdiff_t>(column), alike)) return false;
  return std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(row) + 1, rows.end(),
                      [&](const auto& later) { return std::ranges::any_of(later, alike); });
}

float width_for(const Block& block, bool legend) {
  return block.gutter + std::max(block.inner_w, legend ? smallest_legend_width : 0.0f);
}

std::vector<float> column_widths(const Rows& rows, bool legend) {
  std::vector<float> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], width_for(*row[n], legend));
  }
  return widths;
}

// A row of blocks with their legends. Returns its height.
float add_row(Build& build, const Rows& rows, std::size_t row, const std::vector<float>& widths, float y) {
  float x = page_margin, height = 0;
  for (std::size_t n = 0; n < rows[row].size(); ++n) {
    const Block& block = *rows[row][n];
    add_block(build, block, x, y);
    float bottom = block.h();
    if (build.style.legend && bears_legend(rows, row, n)) {
      bottom += legend_gap;
      const float left = cells_at(block, build.style, x, y).x;
      bottom += add_legend(build.scene, block.coloring, build.colors, left, y + bottom, widths[n] - block.gutter);
    }
    height = std::max(height, bottom);
    x += widths[n] + block_gap;
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

void set_words(Build& build, std::string title, std::string description) {
  build.scene.title = build.style.title_text.empty() ? std::move(title) : build.style.title_text;
  build.scene.description = std::move(description);
}

float add_title(Build& build, float x, float top, float width) {
  if (!build.style.title) return 0;
  float y = top;
  for (std::string& line : wrap_text(build.scene.title, Face::Mono, title_size, width)) {
    build.scene.texts.push_back({x, y + title_h / 2 - 2, title_size, Align::Left, Face::Mono, TextRole::Title,
                                 build.colors.ink, std::move(line)});
    y += title_h;
  }
  return y - top + add_lines(build, build.scene.description, x, y, width) + line_gap;
}

float add_caption(Build& build, const std::string& text, float x, float y, float width) {
  if (!build.style.caption) return 0;
  return add_lines(build, build.style.caption_text.empty() ? text : build.style.caption_text, x, y, width);
}

bool stands_stacked(Arrangement arrangement, const Block& block) {
  const bool wide = block.grid_w > wide_from * block.grid_h;
  return arrangement == Arrangement::Stacked || (arrangement == Arrangement::Fitting && wide);
}

void add_page(Build& build, const Rows& rows, const std::string& caption) {
  const std::vector<float> widths = column_widths(rows, build.style.legend);
  float width = -block_gap;
  for (const float w : widths) width += w + block_gap;
  float y = page_margin;
  y += add_title(build, page_margin, y, width);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row > 0) y += block_gap;
    y += add_row(build, rows, row, widths, y);
  }
  if (build.style.caption) y += line_gap;
  y += add_caption(build, caption, page_margin, y, width);
  build.scene.width = std::ceil(2 * page_margin + width);
  build.scene.height = std::ceil(y + page_margin);
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

}  // namespace tcviz
