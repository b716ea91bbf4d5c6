#include "app/scene/grid/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/axes.hpp"
#include "app/scene/grid/cells.hpp"
#include "app/scene/grid/panels.hpp"
#include "app/scene/grid/words.hpp"
#include "app/scene/grid/wrong_counts.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float title_size = 13, title_h = 22, subtitle_size = 11, subtitle_h = 16, head_gap = 20;
constexpr float bare_gap = 4;              // between heading and cells if there are no axes
constexpr float more_gap_of_contrast = 1;  // strong lines
constexpr float room_of_frame = 4;         // both sides
constexpr std::string_view dots = "...";   // in place of rows or columns
constexpr float dots_size = 13, dots_h = 16, dots_gap = 4;

void name_axes(Block& block) {
  if (block.channel == Channel::Slots) {
    block.row_name = "tid";
    block.column_name = "x[i] (value)";
    return;
  }
  const AxisNames names = axis_names(block.layout->kind());
  block.row_name = names.row;
  block.column_name = names.known ? fmt::format("{} (column)", names.col) : std::string(names.col);
}

// Returns the letter before the title of a panel.
std::string letter_of(std::size_t grid, const SceneStyle& style) {
  return style.panels ? panel_letter(grid) + "  " : std::string();
}

float heading_width(const Block& block, const SceneStyle& style) {
  const float title = text_width(letter_of(0, style) + block.title, Face::Sans, title_size);
  const float axis = style.axes ? head_gap + axis_name_width(block) : 0;
  return std::ceil(std::max(title + axis, text_width(block.subtitle, Face::Sans, subtitle_size)));
}

void add_heading(Build& build, const Block& block, float x, float y) {
  build.scene.texts.push_back({x, y + title_h / 2 - 2, title_size, Align::Left, Face::Sans, TextRole::GridTitle,
                               build.colors.ink, letter_of(build.scene.grids.size(), build.style) + block.title});
  if (block.subtitle.empty()) return;
  build.scene.texts.push_back({x, y + title_h + subtitle_h / 2 - 3, subtitle_size, Align::Left, Face::Sans,
                               TextRole::AxisName, build.colors.quiet, block.subtitle});
}

GridFrame frame_of(const Block& block, bool one_owner, float x, float y) {
  GridFrame frame;
  frame.one_owner = one_owner && block.channel != Channel::Slots;
  frame.channel = block.channel;
  frame.layout = block.index;
  frame.cells = {x, y, block.grid_w, block.grid_h};
  frame.gap = block.cell.gap;
  frame.lines = {x - frame.gap, y - frame.gap, block.grid_w + frame.gap, block.grid_h + frame.gap};
  frame.cells.h -= block.free_below;
  frame.free_below = block.free_below;
  frame.first_row = block.first_row;
  frame.first_col = block.first_col;
  frame.cell_w = block.cell.cell_w;
  frame.cell_h = block.cell.cell_h;
  frame.rows = block.rows;
  frame.cols = block.cols;
  frame.parts_x = block.cell.parts_x;
  frame.parts_y = block.cell.parts_y;
  return frame;
}

}  // namespace

namespace {

float dots_w() { return dots_gap + std::ceil(text_width(dots, Face::Mono, dots_size)); }

void add_dots(Build& build, const Block& block, const GridFrame& frame) {
  const auto add = [&](float x, float y, Align align) {
    build.scene.texts.push_back(
        {x, y, dots_size, align, Face::Mono, TextRole::AxisNumber, build.colors.quiet, std::string(dots)});
  };
  const float right = frame.cells.x + block.grid_w, below = frame.cells.y + block.grid_h + block.foot - dots_h / 2;
  if (block.more_cols) add(right + dots_gap, frame.cells.y + block.grid_h / 2, Align::Left);
  if (block.more_rows) add(frame.cells.x + block.grid_w / 2, below, Align::Center);
}

}  // namespace

void crop(Block& block, int most_rows, int most_cols) {
  const int rows = shown_of(block.rows, most_rows), cols = shown_of(block.cols, most_cols);
  block.more_rows = rows < std::exchange(block.rows, rows);
  block.more_cols = cols < std::exchange(block.cols, cols);
}

Block make_block(const Build& build, int index, Channel channel) {
  const Layout& layout = *build.layouts[static_cast<std::size_t>(index)];
  const SceneStyle& style = build.style;
  const bool slots = channel == Channel::Slots;
  Block block{.layout = &layout,
              .index = static_cast<std::uint8_t>(index),
              .channel = channel,
              .title = std::string(grid_title(channel)),
              .subtitle = {},
              .row_name = {},
              .column_name = {},
              .labels = Labels(layout, resolved(style.label_by, channel)),
              .coloring = make_coloring(layout, resolved(style.color_by, channel), style),
              .corners = {},
              .differs = {},
              .rows = slots ? layout.threads() : layout.rows(),
              .cols = slots ? layout.values() : layout.cols(),
              .cell = {}};
  name_axes(block);
  if (style.view != ViewMode::Product) crop(block, style.most_rows, style.most_cols);
  return block;
}

CellNeeds needs_of(const Block& block, const SceneStyle& style) {
  CellNeeds needs;
  needs.whole = block.labels.longest(false);
  needs.broken = block.labels.breakable() ? block.labels.longest(true) : 0;
  const bool slots = block.channel == Channel::Slots;
  if (slots && style.axes) {
    needs.whole = std::max(needs.whole, column_head_length(*block.layout));
    if (needs.broken > 0) needs.broken = std::max(needs.broken, column_head_length(*block.layout));
  }
  needs.owners = slots ? 1 : block.layout->replication();
  needs.more_gap = style.theme == Theme::Contrast ? more_gap_of_contrast : 0;
  needs.corner = block.differs.empty() ? 0 : room_of_frame;
  return needs;
}

CellPlan fitted(const CellPlan& plan, const SceneStyle& style) {
  return shrunk(style.palette == Palette::Print ? in_hatch_tiles(plan) : plan, usable_cell(style.cell));
}

void measure(Block& block, const SceneStyle& style, const CellPlan& cell) {
  block.cell = cell;
  const float slack = style.palette == Palette::Print ? hatch_tile : 0;  // see cells_at
  block.gutter = slack + (style.axes ? gutter_width(block) : 0);
  block.head =
      slack + title_h + (block.subtitle.empty() ? 0 : subtitle_h) + (style.axes ? axis_height(block) : bare_gap);
  block.grid_w = static_cast<float>(block.cols) * cell.cell_w;
  block.grid_h = static_cast<float>(block.rows) * cell.cell_h;
  const bool counts = has_marks(block, style) && style.axes;
  block.foot = (counts ? wrong_count_h : 0) + (block.more_rows ? dots_h : 0);
  const float beside = std::max(counts ? wrong_count_w : 0, block.more_cols ? dots_w() : 0);
  block.inner_w = std::max(block.grid_w + beside, heading_width(block, style));
}

void measure_alike(std::span<Block> blocks, const SceneStyle& style) {
  CellNeeds all;
  for (const Block& block : blocks) {
    const CellNeeds needs = needs_of(block, style);
    all.whole = std::max(all.whole, needs.whole);
    all.broken = std::max(all.broken, needs.broken);
    all.owners = std::max(all.owners, needs.owners);
    all.more_gap = std::max(all.more_gap, needs.more_gap);
    all.corner = std::max(all.corner, needs.corner);
  }
  const float cell = usable_cell(style.cell);
  const CellPlan plan = fitted(smallest_plan(cell_plans(all, std::max(cell, smallest_labelled))), style);
  for (Block& block : blocks) measure(block, style, plan);
}

Point cells_at(const Block& block, const SceneStyle& style, float x, float y) {
  const Point at{x + block.gutter, y + block.head};
  if (style.palette != Palette::Print) return at;
  return {at.x - hatch_misfit(at.x, block.cell.cell_w), at.y - hatch_misfit(at.y, block.cell.cell_h)};
}

GridFrame add_frame(Build& build, const Block& block, float x, float y) {
  const Point at = cells_at(block, build.style, x, y);
  add_heading(build, block, at.x, y);
  GridFrame frame = frame_of(block, build.style.room && !build.style.room->paper, at.x, at.y);
  frame.first_cell = static_cast<std::int32_t>(build.scene.cells.size());
  if (!block.labels.empty() && !build.style.hide_cells) build.scene.label_size = block.cell.label_size;
  if (build.style.axes) add_axes(build, block, frame, y + title_h / 2 - 2);
  add_dots(build, block, frame);
  return frame;
}

void add_block(Build& build, const Block& block, float x, float y) {
  const GridFrame frame = add_frame(build, block, x, y);
  add_cells(build, block, frame);
  add_wrong_counts(build, block, frame);
  build.scene.grids.push_back(frame);
}

}  // namespace tcviz::inline app_scene
