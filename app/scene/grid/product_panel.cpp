#include "app/scene/grid/product_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/axes.hpp"
#include "app/scene/grid/cells.hpp"
#include "app/scene/grid/page.hpp"
#include "app/scene/grid/words.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float product_view_of_cell =
    0.8f;  // cells are smaller than in other views: there are more of them, with more in each
constexpr std::size_t most_plans = 12;
constexpr float shared_pitch = 13, most_shared_height = 260;  // heights of B in shared memory: of a row, of all rows
constexpr double shared_shade = 0.07;
constexpr float below_metadata = 3, most_below = 0.15f;  // free, so that a row and its boxes are seen as one
constexpr float letter_size = 11, letter_gap = 5, least_lettered = 11;
constexpr float print_step = 2 * hatch_tile;  // step of heights that share a row, so that hatches lie alike in both

struct Plans {
  CellPlan a, b, c, e;
};

// The distance from one cell to the next along each dimension, and the part of m that the boxes of metadata take.
struct Pitches {
  float m = 0, n = 0, k = 0, boxes = 0;
};

float in_steps(float length, float step) { return std::ceil(length / step) * step; }

// Returns the columns of k that a column of the block stands for.
float k_of_column(const ProductPanel& panel, int columns) {
  return static_cast<float>(panel.packing.k) / static_cast<float>(columns);
}

Pitches pitches_of(const ProductPanel& panel, const Plans& plans, bool print) {
  Pitches pitches;
  const float a_k = k_of_column(panel, panel.packing.stored), step = print ? print_step : 1;
  pitches.m = std::max(plans.a.cell_h, plans.c.cell_h);
  pitches.n = panel.b_is_shared ? plans.c.cell_w : std::max(plans.b.cell_w, plans.c.cell_w);
  pitches.k = panel.b_is_shared ? plans.a.cell_w / a_k : std::max(plans.a.cell_w / a_k, plans.b.cell_h);
  if (!panel.e) return pitches;
  pitches.k = std::ceil(std::max(pitches.k, plans.e.cell_w / k_of_column(panel, panel.packing.fields)));
  pitches.boxes = in_steps(plans.e.cell_h + below_metadata, step);
  pitches.m = std::max(in_steps(plans.a.cell_h, step) + pitches.boxes, in_steps(plans.c.cell_h, step));
  return pitches;
}

float area_of(const ProductPanel& panel, const Pitches& pitches) {
  const float m = pitches.m * static_cast<float>(panel.c.rows), n = pitches.n * static_cast<float>(panel.c.cols);
  const float k = pitches.k * static_cast<float>(panel.packing.k);
  return (k + n) * (panel.b_is_shared ? m : k + m);
}

std::vector<CellPlan> few_plans(const Block& block, const SceneStyle& style) {
  const bool on_screen = style.room && !style.room->paper;  // labels stay readable
  const float of_cell = on_screen ? 1 : product_view_of_cell;
  std::vector<CellPlan> plans =
      cell_plans(needs_of(block, style), std::max(of_cell * usable_cell(style.cell), smallest_labelled));
  std::ranges::stable_sort(plans, {}, [](const CellPlan& plan) { return plan.cell_w * plan.cell_h; });
  plans.resize(std::min(plans.size(), most_plans));
  return plans;
}

// Returns the plans for the boxes of metadata, which are as small as their labels allow.
std::vector<CellPlan> metadata_plans(const ProductPanel& panel, const SceneStyle& style) {
  return panel.e ? cell_plans(needs_of(*panel.e, style), smallest_labelled) : std::vector<CellPlan>{{}};
}

// Returns the ways to split and label the cells of all blocks that together make the smallest picture.
Plans best_plans(const ProductPanel& panel, const SceneStyle& style) {
  const std::vector<CellPlan> c_plans = few_plans(panel.c, style), e_plans = metadata_plans(panel, style);
  const std::vector<CellPlan> b_plans = panel.b_is_shared ? std::vector<CellPlan>{{}} : few_plans(panel.b, style);
  Plans best;
  float smallest = 0;
  const auto try_plans = [&](const Plans& plans) {
    const float area = area_of(panel, pitches_of(panel, plans, style.palette == Palette::Print));
    if (smallest != 0 && area >= smallest) return;
    smallest = area;
    best = plans;
  };
  for (const CellPlan& a : few_plans(panel.a, style))
    for (const CellPlan& b : b_plans)
      for (const CellPlan& c : c_plans)
        for (const CellPlan& e : e_plans) try_plans({a, b, c, e});
  return best;
}

// Returns the pitches that palette and style make of these.
Pitches fitted(const Pitches& pitches, const SceneStyle& style) {
  CellPlan one, other;
  one.cell_w = pitches.k;
  one.cell_h = pitches.m;
  other.cell_w = pitches.n;
  other.cell_h = pitches.boxes;
  one = fitted(one, style);
  other = fitted(other, style);
  return {one.cell_h, other.cell_w, one.cell_w, pitches.boxes > 0 ? other.cell_h : 0};
}

void measure_as(Block& block, const CellPlan& plan, float cell_w, float cell_h, const SceneStyle& style) {
  CellPlan cell = fitted(plan, style);
  cell.cell_w = cell_w;
  cell.cell_h = cell_h;
  measure(block, style, cell);
}

// Returns the height of a row of B in shared memory: as high as its numbers need, if these are not too many.
float shared_row(const Block& b, float shrink) {
  return std::min(shared_pitch, most_shared_height / static_cast<float>(b.rows)) * shrink;
}

void measure_panel(ProductPanel& panel, const Plans& plans, const SceneStyle& style) {
  const Pitches p = fitted(pitches_of(panel, plans, style.palette == Palette::Print), style);
  const float shrink = std::min(1.0f, usable_cell(style.cell) / smallest_labelled);
  panel.a.free_below = p.boxes;
  measure_as(panel.a, plans.a, p.k * k_of_column(panel, panel.packing.stored), p.m, style);
  measure_as(panel.c, plans.c, p.n, p.m, style);
  measure_as(panel.b, panel.b_is_shared ? plans.c : plans.b, p.n, panel.b_is_shared ? shared_row(panel.b, shrink) : p.k,
             style);
  if (!panel.e) return;
  panel.e->free_below = p.m - p.boxes + std::min(below_metadata, most_below * p.boxes);
  measure_as(*panel.e, plans.e, p.k * k_of_column(panel, panel.packing.fields), p.m, style);
}

void name_block(Block& block) {
  block.title = operand_title(block.layout->kind());
  if (block.title != block.layout->kind()) block.subtitle = block.layout->kind();
}

// Restricts a block to the part of its layout that one of several products uses.
void show_part(Block& block, int product, int rows, int cols) {
  block.rows = std::min(rows, block.rows);
  block.cols = std::min(cols, block.cols);
  block.first_row = block.layout->rows() > block.rows ? product * rows : 0;
  block.first_col = block.layout->cols() > block.cols ? product * cols : 0;
}

// Leaves out rows and columns of the product; a packed A keeps all of k.
void crop_sides(ProductPanel& panel, const SceneStyle& style) {
  const int most_k = panel.e ? 0 : style.most_cols;
  crop(panel.a, style.most_rows, most_k);
  crop(panel.b, most_k, style.most_cols);
  crop(panel.c, style.most_rows, style.most_cols);
  if (panel.e) crop(*panel.e, style.most_rows, 0);
}

// Returns a frame of k x n for a B that no thread holds. The layout is not its own.
Block shared_b(const Build& build, const ProductPanel& panel) {
  Block block{.layout = panel.c.layout,
              .index = panel.c.index,
              .channel = Channel::Both,
              .title = shared_title(panel.a.layout->kind()),
              .subtitle = "in shared memory, not in registers",
              .row_name = "k",
              .column_name = "n (column)",
              .labels = Labels(*panel.c.layout, LabelBy::None),
              .coloring = {},
              .corners = {},
              .differs = {},
              .rows = panel.packing.k,
              .cols = panel.c.cols,
              .cell = {}};
  block.cell.gap = build.style.theme == Theme::Contrast ? 2 : 1;
  return block;
}

Block metadata_block(const Build& build, int index) {
  Block block = make_block(build, index, Channel::Both);
  if (build.style.label_by == LabelBy::Automatic) block.labels = Labels::bits(*block.layout);
  return block;
}

void name_packed(ProductPanel& panel) {
  panel.a.title += ", packed";
  panel.a.chunks = panel.packing.chunks;
  panel.a.k_columns = panel.packing.k;
  panel.a.column_name = fmt::format("k in chunks of {}; packed column below", panel.packing.chunk());
}

void add_shared_b(Build& build, const Block& block, float x, float y) {
  const Point at = cells_at(block, build.style, x, y);
  const GridFrame frame = add_frame(build, block, x, y);
  const Color shade = mixed(build.colors.background, build.colors.ink, shared_shade);
  build.scene.swatches.push_back({{at.x, at.y, block.grid_w - frame.gap, block.grid_h - frame.gap}, shade});
}

void add_chunk_lines(Build& build, const ProductPanel& panel, const GridFrame& a) {
  const float w = panel.a.grid_w / static_cast<float>(panel.packing.chunks);
  for (int chunk = 1; chunk < panel.packing.chunks; ++chunk) {
    const float x = a.cells.x + static_cast<float>(chunk) * w - a.gap;
    build.scene.swatches.push_back({{x, a.cells.y, a.gap, panel.a.grid_h - a.gap}, build.colors.quiet});
  }
}

// Writes a letter beside the boxes of every row, as the row's number stands beside its cells.
void add_letters(Build& build, const GridFrame& frame) {
  const float h = frame.cell_h - frame.free_below - frame.gap;
  if (!build.style.axes || h < least_lettered) return;
  for (int row = 0; row < frame.rows; ++row) {
    const float y = frame.cells.y + static_cast<float>(row) * frame.cell_h + h / 2;
    build.scene.texts.push_back({frame.cells.x - letter_gap, y, letter_size, Align::Right, Face::Mono,
                                 TextRole::AxisNumber, build.colors.quiet, "e"});
  }
}

// Draws the boxes of metadata between the rows of A, which is the last grid drawn.
void add_metadata(Build& build, const ProductPanel& panel) {
  const Block& block = *panel.e;
  const GridFrame a = build.scene.grids.back();
  GridFrame frame = a;
  const float above = a.cell_h - a.free_below;
  frame.layout = block.index;
  frame.lines = {};
  frame.cells = {a.cells.x, a.cells.y + above, a.cells.w, block.grid_h - block.free_below};
  frame.cell_w = block.cell.cell_w;
  frame.cols = block.cols;
  frame.gap = block.cell.gap;
  frame.free_below = block.free_below;
  frame.parts_x = block.cell.parts_x;
  frame.parts_y = block.cell.parts_y;
  add_letters(build, frame);
  add_cells(build, block, frame);
  build.scene.grids.push_back(frame);
  add_chunk_lines(build, panel, a);
}

}  // namespace

ProductPanel make_panel(const Build& build, const ProductParts& parts, int product) {
  const auto block = [&](int index) { return make_block(build, index, Channel::Both); };
  const bool shared = parts.b == no_part;
  ProductPanel panel{.parts = parts,
                     .packing = packing_of(build.layouts, parts),
                     .product = product,
                     .a = block(parts.a),
                     .b = block(shared ? parts.accumulator : parts.b),
                     .c = block(parts.accumulator),
                     .e = {},
                     .b_is_shared = shared};
  const int products = products_in(build.layouts), m = panel.c.rows / products, n = panel.c.cols;
  for (Block* each : {&panel.a, &panel.b, &panel.c}) name_block(*each);
  show_part(panel.a, product, m, panel.a.cols);
  show_part(panel.c, product, m, n);
  if (shared) panel.b = shared_b(build, panel);
  if (!shared) show_part(panel.b, product, panel.packing.k, n);
  if (parts.metadata != no_part) panel.e = metadata_block(build, parts.metadata);
  if (panel.e) name_packed(panel);
  crop_sides(panel, build.style);
  return panel;
}

void measure(std::vector<ProductPanel>& panels, const SceneStyle& style) {
  const Plans plans = best_plans(panels.front(), style);
  for (ProductPanel& panel : panels) measure_panel(panel, plans, style);
}

void place(ProductPanel& panel, float corner_w, float corner_h) {
  const Block &a = panel.a, &b = panel.b, &c = panel.c;
  panel.gutter = std::max(b.gutter, c.gutter);
  panel.top = std::max(0.0f, corner_h - b.h());  // B ends where the corner ends, or below
  panel.w = corner_w + block_gap + panel.gutter + std::max(b.inner_w, c.inner_w);
  panel.h = panel.top + b.h() + block_gap + c.head + std::max(a.grid_h + a.foot, c.grid_h + c.foot);
}

void add_panel(Build& build, const ProductPanel& panel, float x, float y, float corner_w) {
  const Block &a = panel.a, &b = panel.b, &c = panel.c;
  const float right = x + corner_w + block_gap, top = y + panel.top, below = top + b.h() + block_gap;
  add_block(build, a, x + corner_w - a.w(), below + c.head - a.head);
  if (panel.e) add_metadata(build, panel);
  const float b_x = right + panel.gutter - b.gutter;
  panel.b_is_shared ? add_shared_b(build, b, b_x, top) : add_block(build, b, b_x, top);
  add_block(build, c, right + panel.gutter - c.gutter, below);
}

}  // namespace tcviz::inline app_scene
