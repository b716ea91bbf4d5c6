#include "app/scene/block.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/cells.hpp"
#include "app/scene/legend.hpp"
#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

//  title      n (column) ->
//  m |   0  1  2 ...            axis numbers
//      R0    R1                 registers, above a grid of slots
//  v 0   cells
//    1
//  legend
constexpr float title_size = 13, title_h = 22;
constexpr float name_size = 11;
constexpr float axis_size = 10, axis_h = 16, axis_gap = 5;
constexpr float arrow_length = 12, down_length = 9, arrow_gap = 6, arrow_barb = 3;
constexpr float pixel_middle = 0.5f;  // so that a line 1 unit wide covers one row of pixels
constexpr float legend_gap = 14, head_gap = 10;

float heading_width(const Block& block) {
  return text_width(block.title, Face::Sans, title_size) + 2 * head_gap +
         text_width(block.column_name, Face::Sans, name_size) + arrow_gap + arrow_length;
}

struct Drawing {
  Scene& scene;
  const Block& block;
  const CellPlan& plan;
  const SceneStyle& style;
  ThemeColors colors;
  BlockSize size;

  void text(Text text) const { scene.texts.push_back(std::move(text)); }
};

void add_heading(const Drawing& d, float x, float y) {
  const float middle = y + title_h / 2 - 2;
  d.text({x, middle, title_size, Align::Left, Face::Sans, TextRole::GridTitle, d.colors.ink, d.block.title});
  if (!d.style.axes) return;
  const float end = x + std::max(d.size.grid_w - d.plan.gap, std::ceil(heading_width(d.block)));
  d.scene.arrows.push_back({end - arrow_length, middle + pixel_middle, end, middle + pixel_middle, d.colors.quiet});
  d.text({end - arrow_length - arrow_gap, middle, name_size, Align::Right, Face::Sans, TextRole::AxisName,
          d.colors.quiet, d.block.column_name});
}

void add_number(const Drawing& d, float x, float y, Align align, int number) {
  d.text({x, y, axis_size, align, Face::Mono, TextRole::AxisNumber, d.colors.quiet, fmt::format("{}", number)});
}

// Which register the values of a column lie in, over all columns of it.
void add_registers(const Drawing& d, const GridFrame& frame, float y) {
  const Layout& layout = *d.block.layout;
  for (int i = 0; i < frame.cols;) {
    const RegisterSpan span = layout.register_of(i);
    int end = i + 1;
    while (end < frame.cols && layout.register_of(end).first == span.first) ++end;
    const float middle = frame.cells.x + static_cast<float>(i + end) / 2 * frame.cell_w - frame.gap / 2;
    const std::string name =
        span.last > span.first ? fmt::format("R{}-{}", span.first, span.last) : fmt::format("R{}", span.first);
    const bool fits = text_width(name, Face::Mono, axis_size) + 2 <= static_cast<float>(end - i) * frame.cell_w;
    if (fits) d.text({middle, y, axis_size, Align::Center, Face::Mono, TextRole::AxisName, d.colors.quiet, name});
    i = end;
  }
}

void add_axes(const Drawing& d, const GridFrame& frame) {
  if (!d.style.axes) return;
  const bool slots = frame.channel == Channel::Slots;
  const float top = frame.cells.y - axis_h / 2 - (slots ? axis_h : 0), left = frame.cells.x - axis_gap;
  if (slots) add_registers(d, frame, frame.cells.y - axis_h / 2);
  const float number_w = text_width(fmt::format("{}", frame.cols - 1), Face::Mono, axis_size) + axis_gap;
  const int column_step = axis_step(frame.cols, frame.cell_w, number_w);
  for (int col = 0; col < frame.cols; col += column_step) {
    const float middle = (static_cast<float>(col) + 0.5f) * frame.cell_w - frame.gap / 2;
    add_number(d, frame.cells.x + middle, top, Align::Center, col);
  }
  const int row_step = axis_step(frame.rows, frame.cell_h, axis_size * 1.2f);
  for (int row = 0; row < frame.rows; row += row_step) {
    const float middle = (static_cast<float>(row) + 0.5f) * frame.cell_h - frame.gap / 2;
    add_number(d, left, frame.cells.y + middle, Align::Right, row);
  }
  const float arrow_x = left - arrow_barb - pixel_middle;
  d.scene.arrows.push_back({arrow_x, top - down_length / 2, arrow_x, top + down_length / 2, d.colors.quiet});
  d.text({arrow_x - arrow_gap, top, name_size, Align::Right, Face::Sans, TextRole::AxisName, d.colors.quiet,
          d.block.row_name});
}

GridFrame make_frame(const Drawing& d, float x, float y) {
  GridFrame frame;
  frame.channel = d.block.channel;
  frame.layout = d.block.number;
  frame.cells = {x, y, d.size.grid_w, d.size.grid_h};
  frame.gap = d.plan.gap;
  frame.lines = {x - frame.gap, y - frame.gap, d.size.grid_w + frame.gap, d.size.grid_h + frame.gap};
  frame.cell_w = d.plan.cell_w;
  frame.cell_h = d.plan.cell_h;
  frame.rows = d.block.rows();
  frame.cols = d.block.cols();
  frame.parts_x = d.block.channel == Channel::Slots ? 1 : d.plan.parts_x;
  frame.parts_y = d.block.channel == Channel::Slots ? 1 : d.plan.parts_y;
  return frame;
}

}  // namespace

CellNeeds needs_of(const Block& block, const SceneStyle& style) {
  const Labels labels(*block.layout, block.channel, style.label_by);
  return {labels.widest(), labels.line_count(), block.channel == Channel::Slots ? 1 : block.layout->replication()};
}

BlockSize size_of(const Block& block, const CellPlan& plan, const SceneStyle& style) {
  BlockSize size;
  const float number_w = text_width(fmt::format("{}", block.rows() - 1), Face::Mono, axis_size);
  const float name_w = text_width(block.row_name, Face::Sans, name_size) + arrow_gap + 2 * arrow_barb;
  size.gutter = style.axes ? std::ceil(std::max(number_w, name_w) + axis_gap) : plan.gap;
  const float registers = block.channel == Channel::Slots ? axis_h : 0;
  size.head = title_h + (style.axes ? axis_h + registers : 0);
  size.grid_w = static_cast<float>(block.cols()) * plan.cell_w;
  size.grid_h = static_cast<float>(block.rows()) * plan.cell_h;
  const float legend_w = style.legend && block.legend ? smallest_legend_width : 0;
  size.width = size.gutter + std::ceil(std::max({size.grid_w, heading_width(block), legend_w}));
  return size;
}

float block_height(const Block& block, const CellPlan& plan, const SceneStyle& style, float width) {
  const BlockSize size = size_of(block, plan, style);
  const float height = size.head + size.grid_h;
  if (!style.legend || !block.legend) return height;
  Scene unused;
  const Coloring coloring(*block.layout, block.channel, style);
  return height + legend_gap + add_legend(unused, coloring, theme_colors(style.theme), {}, width - size.gutter);
}

float add_block(Scene& scene, const Block& block, const CellPlan& plan, const SceneStyle& style, Point at,
                float width) {
  const Drawing d{scene, block, plan, style, theme_colors(style.theme), size_of(block, plan, style)};
  const float left = at.x + d.size.gutter, top = at.y + d.size.head;
  add_heading(d, left, at.y);
  const GridFrame frame = make_frame(d, left, top);
  add_axes(d, frame);
  const Coloring coloring(*block.layout, block.channel, style);
  add_cells(scene, block, frame, plan, coloring, style);
  scene.grids.push_back(frame);
  const float bottom = top + d.size.grid_h;
  if (!style.legend || !block.legend) return bottom - at.y;
  const float legend_y = bottom + legend_gap;
  return legend_y + add_legend(scene, coloring, d.colors, {left, legend_y}, width - d.size.gutter) - at.y;
}

}  // namespace tcviz
