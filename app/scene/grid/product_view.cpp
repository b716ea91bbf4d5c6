// The picture of a product, or of all that one instruction makes side by side.
//
//   title, caption   | B              title, caption, legend
//   legend           |                -----------------------
//   -----------------+------------    product 0 | product 1
//   A                | accumulator    product 2 | product 3
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/legend.hpp"
#include "app/scene/grid/page_fit.hpp"
#include "app/scene/grid/product_panel.hpp"
#include "app/scene/grid/views.hpp"
#include "app/scene/grid/words.hpp"
#include "app/scene/grid/wrong_counts.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float least_corner = 280;  // for words and legend beside B
constexpr float panel_gap = 40, panel_title_size = 13, panel_title_h = 20, panel_line_size = 11, panel_line_h = 16;
constexpr std::size_t panels_in_row = 2;

using Blocks = std::array<Block, 3>;  // A, B, accumulator

// Returns the colouring for the legend: that of the layout with the most colours, since layouts of fewer threads have
// fewer.
const Coloring& most_colors(const ProductPanel& panel) {
  const Coloring* most = &panel.a.coloring;
  for (const Coloring* other : {panel.b_is_shared ? most : &panel.b.coloring, &panel.c.coloring})
    if (other->looks.size() > most->looks.size()) most = other;
  if (panel.e && panel.e->coloring.looks.size() > most->looks.size()) most = &panel.e->coloring;
  return *most;
}

// Returns the lines about the layouts, and which part of the product a cropped picture shows.
std::vector<std::string> caption_lines(const Build& build, const ProductPanel& panel) {
  std::vector<std::string> lines = product_captions(build.layouts);
  const Block &a = panel.a, &b = panel.b, &c = panel.c;
  if (!c.more_rows && !c.more_cols && !a.more_cols) return lines;
  lines.push_back(fmt::format("shown: {} of {} m, {} of {} n and {} of {} k", c.rows, c.layout->rows(), c.cols,
                              c.layout->cols(), b.rows, panel.packing.k));
  return lines;
}

// Draws words and legend. Returns their height.
float add_corner(Build& build, const ProductPanel& panel, float width) {
  const float margin = margin_of(build.style);
  float y = margin + add_title(build, margin, margin, width);
  for (const std::string& line : caption_lines(build, panel)) {
    y += add_caption(build, line, margin, y, width);
    if (!build.style.caption_text.empty()) break;
  }
  if (!build.style.legend) return y - margin;
  if (build.style.caption) y += line_gap;
  y += add_legend(build.scene, most_colors(panel), build.colors, margin, y, width);
  if (has_brief_labels(panel.c, build.style)) y += add_brief_legend(build.scene, build.colors, margin, y, width);
  const Block* values = &panel.a;
  for (const Block* other : {&panel.b, &panel.c})
    if (other->corners.looks.size() > values->corners.looks.size()) values = other;
  if (values->corners.looks.empty()) return y - margin;
  y += line_gap / 2;
  y += add_legend(build.scene, values->corners, build.colors, margin, y, width);
  return y - margin;
}

// Returns the least width of the corner, since words and legend stand in it, too.
float corner_words(const SceneStyle& style) {
  return style.room->paper ? smallest_paper_legend : smallest_legend_width;
}

float corner_width(const Build& build, const Block& a) {
  return std::max(a.w(), build.style.room ? corner_words(build.style) : least_corner);
}

// Returns the room of a cell if A stands left of the accumulator and B above it.
CellRoom room_in_corner(const Build& build, const Blocks& blocks) {
  const auto& [a, b, c] = blocks;
  const Room& room = *build.style.room;
  const float used = 2 * margin_of(build.style) + gap_of(build.style);
  const float counts = std::max(b.foot, c.foot) > 0 ? wrong_count_w : 0;
  const float gutter = std::max(b.gutter, c.gutter) + counts;  // room beside the cells
  const float n = static_cast<float>(std::max(b.cols, c.cols)), k = static_cast<float>(a.cols);
  const float down = static_cast<float>(b.rows + std::max(a.rows, c.rows));
  const float h = (room.h - used - b.head - c.head - std::max({a.foot, b.foot, c.foot})) / down;
  const float w = (room.w - used - a.gutter - gutter) / (k + n);
  const float words = corner_words(build.style);
  if (a.gutter + k * w >= words) return {w, h};
  return {(room.w - used - words - gutter) / n, h};
}

// Gives all cells one size and returns the rows, if the style asks for them, or rows make cells on screen easier to
// read. Null: around the corner.
const PageRows* fit_product(Build& build, Blocks& blocks, std::span<const PageRows> ways) {
  if (build.style.room->paper && !ways.empty()) return &fit_rows(build, blocks, ways);
  const FitNeeds needs = fit_needs(blocks, build.style);
  set_cells(build, blocks, CellPlan{});
  const CellRoom corner = room_in_corner(build, blocks);
  float most = readability(build, needs, corner);
  const PageRows* best = nullptr;
  for (const PageRows& rows : ways) {
    set_cells(build, blocks, CellPlan{});
    const float found = readability(build, needs, room_of_cell(build, rows));
    if (found <= most) continue;
    most = found;
    best = &rows;
  }
  if (best != nullptr) return &fit_rows(build, blocks, {best, 1});
  set_cells(build, blocks, cell_in(build, needs, corner));
  return nullptr;
}

// Draws A left of the accumulator, B above it, words and legend in the corner.
void add_around_corner(Build& build, const ProductPanel& panel) {
  const Block &a = panel.a, &b = panel.b, &c = panel.c;
  const float margin = margin_of(build.style);
  const float corner_w = corner_width(build, a), corner_h = add_corner(build, panel, corner_w);
  const float gutter = std::max(b.gutter, c.gutter), x = margin + corner_w + gap_of(build.style);
  const float top = margin + std::max(0.0f, corner_h - b.h());  // B ends where the corner ends, or below
  const float y = top + b.h() + gap_of(build.style);
  const float a_y = y + c.head - a.head, right = std::max(b.inner_w, c.inner_w);
  add_block(build, a, margin + corner_w - a.w(), a_y);
  add_block(build, b, x + gutter - b.gutter, top);
  add_block(build, c, x + gutter - c.gutter, y);
  build.scene.width = std::ceil(x + gutter + right + margin);
  build.scene.height = std::ceil(y + c.head + std::max(a.grid_h + a.foot, c.grid_h + c.foot) + margin);
}

// Returns the rows in which a product may stand instead of around the corner: on screen one row, since a window is
// wider than high; on paper those that the arrangement asks for.
std::span<const PageRows> rows_allowed(const SceneStyle& style, std::span<const PageRows, 2> ways) {
  if (!style.room->paper) return ways.first(1);
  return style.arrangement == Arrangement::Fitting ? ways.first(0) : allowed(style, ways);
}

// Draws one product that fills a room.
void add_in_room(Build& build, ProductPanel& panel) {
  Blocks blocks{panel.a, panel.b, panel.c};
  const std::array ways{PageRows{{&blocks[0], &blocks[1], &blocks[2]}},
                        PageRows{{&blocks[0]}, {&blocks[1]}, {&blocks[2]}}};
  if (const PageRows* rows = fit_product(build, blocks, rows_allowed(build.style, ways))) return add_page(build, *rows);
  panel.a = std::move(blocks[0]);
  panel.b = std::move(blocks[1]);
  panel.c = std::move(blocks[2]);
  add_around_corner(build, panel);
}

void add_single(Build& build, ProductPanel& panel) {
  const float corner_w = std::max(panel.a.w(), least_corner), corner_h = add_corner(build, panel, corner_w);
  place(panel, corner_w, corner_h);
  add_panel(build, panel, page_margin, page_margin, corner_w);
  build.scene.width = std::ceil(panel.w + 2 * page_margin);
  build.scene.height = std::ceil(panel.h + 2 * page_margin);
}

// Returns the words in the corner of one of several products: its number, and the threads that own its accumulator.
std::vector<std::string> words_of_panel(const ProductPanel& panel) {
  const Block& c = panel.c;
  const Element first{c.first_row, c.first_col}, last{c.first_row + c.rows - 1, c.first_col + c.cols - 1};
  return {fmt::format("Product {}", panel.product), threads_of(*c.layout, first, last)};
}

float corner_of_panel(const ProductPanel& panel) {
  const std::vector<std::string> words = words_of_panel(panel);
  const float title = text_width(words[0], Face::Sans, panel_title_size);
  return std::ceil(std::max({panel.a.w(), title, text_width(words[1], Face::Mono, panel_line_size)}));
}

void add_panel_words(Build& build, const ProductPanel& panel, float x, float y) {
  if (!build.style.axes) return;
  const std::vector<std::string> words = words_of_panel(panel);
  build.scene.texts.push_back({x, y + panel_title_h / 2, panel_title_size, Align::Left, Face::Sans, TextRole::GridTitle,
                               build.colors.ink, words[0]});
  build.scene.texts.push_back({x, y + panel_title_h + panel_line_h / 2, panel_line_size, Align::Left, Face::Mono,
                               TextRole::AxisName, build.colors.quiet, words[1]});
}

void add_several(Build& build, std::vector<ProductPanel>& panels) {
  float corner_w = 0;
  for (const ProductPanel& panel : panels) corner_w = std::max(corner_w, corner_of_panel(panel));
  for (ProductPanel& panel : panels) place(panel, corner_w, 0);
  float w = 0, h = 0;
  for (const ProductPanel& panel : panels) {
    w = std::max(w, panel.w);
    h = std::max(h, panel.h);
  }
  const float width = panels_in_row * (w + panel_gap) - panel_gap, head = add_corner(build, panels[0], width);
  const float top = page_margin + head + (head > 0 ? block_gap : 0);
  for (std::size_t n = 0; n < panels.size(); ++n) {
    const float x = std::round(page_margin + static_cast<float>(n % panels_in_row) * (w + panel_gap));
    const float y = std::round(top + static_cast<float>(n / panels_in_row) * (h + panel_gap));
    add_panel_words(build, panels[n], x, y);
    add_panel(build, panels[n], x, y, corner_w);
  }
  const std::size_t rows = (panels.size() + panels_in_row - 1) / panels_in_row;
  build.scene.width = std::ceil(width + 2 * page_margin);
  build.scene.height = std::ceil(top + static_cast<float>(rows) * (h + panel_gap) - panel_gap + page_margin);
}

}  // namespace

void add_product_view(Build& build) {
  const ProductParts parts = *product_parts(build.layouts);
  std::vector<ProductPanel> panels;
  for (int product = 0; product < products_in(build.layouts); ++product)
    panels.push_back(make_panel(build, parts, product));
  measure(panels, build.style);
  set_words(build, product_title(build.layouts), product_description(build.layouts));
  ProductPanel& only = panels.front();
  if (build.style.room && panels.size() == 1 && !only.e && !only.b_is_shared) return add_in_room(build, only);
  panels.size() == 1 ? add_single(build, panels.front()) : add_several(build, panels);
}

}  // namespace tcviz::inline app_scene
