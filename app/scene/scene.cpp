#include "app/scene/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/cells.hpp"
#include "app/scene/legend.hpp"
#include "app/scene/measure.hpp"
#include "app/scene/text_metrics.hpp"
#include "app/scene/theme.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

//  margin
//  title, provenance            figures only
//  grid title      n (column) ->
//  m |   0  1  2 ...            axis numbers
//  v 0   cells
//    1
//  legend
//  caption
constexpr float margin = 20;
constexpr float title_size = 15, title_h = 24;
constexpr float line_size = 11, line_h = 16;  // provenance and caption
constexpr float grid_title_size = 13, grid_title_h = 22;
constexpr float axis_size = 10, axis_h = 16, axis_gap = 5;
constexpr float arrow_length = 12, down_length = 9, arrow_gap = 6;
constexpr float pixel_middle = 0.5f;  // so that a line 1 unit wide covers one row of pixels
constexpr float legend_gap = 14, caption_gap = 16, block_gap = 32;
constexpr float other_fonts = 0.92f;  // of a line's room: an SVG may be set in a wider face
constexpr float wide_from = 2;        // a grid at least so many times wider than high
constexpr float head_gap = 10;
constexpr float arrow_barb = 3;                      // how far a barb's end lies behind the tip and beside the shaft
constexpr float mark_side = 8, mark_of_cell = 0.3f;  // of what marks a difference
constexpr std::array channels{Channel::Thread, Channel::Register};

// Everything that is decided before the first thing is drawn.
struct Plan {
  CellPlan cell;
  AxisNames axes;
  std::string column_name;  // "n (column)"
  float gutter = 0;         // left of the cells, for the row numbers
  float grid_w = 0, grid_h = 0;
  float inner_w = 0;  // of a grid or its legend or its heading, whichever is the widest
  float block_w() const { return gutter + inner_w; }
};

// What a scene is built from, handed down as one.
struct Build {
  const Layout& layout;
  const SceneStyle& style;
  ThemeColors colors;
  Plan plan;
  Scene scene;
};

float heading_width(const Plan& plan) {
  return text_width(grid_title(Channel::Register), Face::Sans, grid_title_size) + 2 * head_gap +
         text_width(plan.column_name, Face::Sans, line_size) + arrow_gap + arrow_length;
}

Plan make_plan(const Layout& layout, const SceneStyle& style) {
  Plan plan;
  plan.cell = plan_cells(layout, style.cell);
  plan.axes = axis_names(layout.kind());
  plan.column_name = plan.axes.known ? fmt::format("{} (column)", plan.axes.col) : std::string(plan.axes.col);
  const float number_w = text_width(fmt::format("{}", layout.rows() - 1), Face::Mono, axis_size);
  const float name_w = text_width(plan.axes.row, Face::Sans, line_size) + arrow_gap + 2 * arrow_barb;
  plan.gutter = std::ceil(std::max(number_w, name_w) + axis_gap);
  plan.grid_w = static_cast<float>(layout.cols()) * plan.cell.cell_w;
  plan.grid_h = static_cast<float>(layout.rows()) * plan.cell.cell_h;
  plan.inner_w = std::ceil(std::max({plan.grid_w, heading_width(plan), smallest_legend_width}));
  return plan;
}

bool stands_stacked(Arrangement arrangement, const Plan& plan) {
  const bool wide = plan.grid_w > wide_from * plan.grid_h;
  return arrangement == Arrangement::Stacked || (arrangement == Arrangement::Fitting && wide);
}

void add_heading(Build& build, Channel channel, float x, float y) {
  const Plan& plan = build.plan;
  const Color quiet = build.colors.quiet;
  const float middle = y + grid_title_h / 2 - 2;
  build.scene.texts.push_back({x, middle, grid_title_size, Align::Left, Face::Sans, TextRole::GridTitle,
                               build.colors.ink, std::string(grid_title(channel))});
  const float end = x + std::max(plan.grid_w - plan.cell.gap, std::ceil(heading_width(plan)));
  build.scene.arrows.push_back({end - arrow_length, middle + pixel_middle, end, middle + pixel_middle, quiet});
  build.scene.texts.push_back({end - arrow_length - arrow_gap, middle, line_size, Align::Right, Face::Sans,
                               TextRole::AxisName, quiet, plan.column_name});
}

void add_axis_number(Build& build, float x, float y, Align align, int number) {
  build.scene.texts.push_back(
      {x, y, axis_size, align, Face::Mono, TextRole::AxisNumber, build.colors.quiet, fmt::format("{}", number)});
}

void add_axes(Build& build, const GridFrame& frame) {
  const Plan& plan = build.plan;
  const float top = frame.cells.y - axis_h / 2, left = frame.cells.x - axis_gap;
  const float number_w = text_width(fmt::format("{}", frame.cols - 1), Face::Mono, axis_size) + axis_gap;
  const int column_step = axis_step(frame.cols, frame.cell_w, number_w);
  for (int col = 0; col < frame.cols; col += column_step) {
    const float middle = (static_cast<float>(col) + 0.5f) * frame.cell_w - frame.gap / 2;
    add_axis_number(build, frame.cells.x + middle, top, Align::Center, col);
  }
  const int row_step = axis_step(frame.rows, frame.cell_h, axis_size * 1.2f);
  for (int row = 0; row < frame.rows; row += row_step) {
    const float middle = (static_cast<float>(row) + 0.5f) * frame.cell_h - frame.gap / 2;
    add_axis_number(build, left, frame.cells.y + middle, Align::Right, row);
  }
  const float arrow_x = left - arrow_barb - pixel_middle;
  build.scene.arrows.push_back({arrow_x, top - down_length / 2, arrow_x, top + down_length / 2, build.colors.quiet});
  build.scene.texts.push_back({arrow_x - arrow_gap, top, line_size, Align::Right, Face::Sans, TextRole::AxisName,
                               build.colors.quiet, std::string(plan.axes.row)});
}

GridFrame make_frame(const Build& build, Channel channel, float x, float y) {
  const Plan& plan = build.plan;
  GridFrame frame;
  frame.channel = channel;
  frame.cells = {x, y, plan.grid_w, plan.grid_h};
  frame.gap = plan.cell.gap;
  frame.lines = {x - frame.gap, y - frame.gap, plan.grid_w + frame.gap, plan.grid_h + frame.gap};
  frame.cell_w = plan.cell.cell_w;
  frame.cell_h = plan.cell.cell_h;
  frame.rows = build.layout.rows();
  frame.cols = build.layout.cols();
  frame.parts_x = plan.cell.parts_x;
  frame.parts_y = plan.cell.parts_y;
  return frame;
}

// A grid with its heading, axes and legend at (x, y). Returns its height.
float add_block(Build& build, Channel channel, float x, float y) {
  const Plan& plan = build.plan;
  const float left = x + plan.gutter, top = y + grid_title_h + axis_h;
  add_heading(build, channel, left, y);
  const GridFrame frame = make_frame(build, channel, left, top);
  add_axes(build, frame);
  add_cells(build.scene, build.layout, frame, plan.cell.label_size);
  build.scene.grids.push_back(frame);
  const float legend_y = top + plan.grid_h + legend_gap;
  return legend_y + add_legend(build.scene, build.layout, channel, build.colors, left, legend_y, plan.inner_w) - y;
}

// Lines of text from y downwards. Returns their height.
float add_lines(Build& build, const std::string& text, TextRole role, float x, float y, float width) {
  float height = 0;
  for (std::string& line : wrap_text(text, Face::Sans, line_size, width * other_fonts)) {
    build.scene.texts.push_back(
        {x, y + height + line_h / 2, line_size, Align::Left, Face::Sans, role, build.colors.quiet, std::move(line)});
    height += line_h;
  }
  return height;
}

// Kind and provenance. Returns their height.
float add_title(Build& build, float width) {
  if (!build.style.title) return 0;
  float y = margin;
  for (std::string& line : wrap_text(build.scene.title, Face::Mono, title_size, width)) {
    build.scene.texts.push_back({margin, y + title_h / 2 - 2, title_size, Align::Left, Face::Mono, TextRole::Title,
                                 build.colors.ink, std::move(line)});
    y += title_h;
  }
  return y - margin + add_lines(build, build.scene.description, TextRole::Caption, margin, y, width) + caption_gap;
}

void reserve(Build& build) {
  const std::size_t parts = 2 * static_cast<std::size_t>(build.layout.slots());
  build.scene.cells.reserve(parts);
  build.scene.texts.reserve(parts + parts / 8 + 64);
}

}  // namespace

Scene build_scene(const Layout& layout, const SceneStyle& style) {
  Build build{layout, style, theme_colors(style.theme), make_plan(layout, style), {}};
  reserve(build);
  build.scene.background = build.colors.background;
  if (style.transparent) build.scene.background.a = 0;
  build.scene.grid_line = build.colors.grid_line;
  build.scene.title = layout.kind();
  build.scene.description = describe(layout.provenance());

  const bool stacked = stands_stacked(style.arrangement, build.plan);
  const float block_w = build.plan.block_w();
  const float width = stacked ? block_w : 2 * block_w + block_gap;
  const float top = margin + add_title(build, width);
  const float first_h = add_block(build, channels[0], margin, top);
  const float x = stacked ? margin : margin + block_w + block_gap, y = stacked ? top + first_h + block_gap : top;
  const float second_h = add_block(build, channels[1], x, y);
  const float bottom = std::max(top + first_h, y + second_h) + caption_gap;
  const float caption_h = add_lines(build, caption(layout), TextRole::Caption, margin, bottom, width);
  build.scene.width = 2 * margin + width;
  build.scene.height = std::ceil(bottom + caption_h + margin);
  return std::move(build.scene);
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

Scene build_scene(SceneLayouts layouts, const SceneStyle& style) { return build_scene(*layouts.front(), style); }

std::size_t layouts_shown(ViewMode view) {
  if (view == ViewMode::Product) return 3;
  return view == ViewMode::Comparison ? 2 : 1;
}

std::optional<Rect> slot_rect(const GridFrame& frame, const Layout& layout, Slot slot) {
  const std::optional<Element> element = layout.element(slot);
  if (!element) return std::nullopt;
  const auto owners = layout.owner_slots(*element);
  const auto at = std::find(owners.begin(), owners.end(), slot.tid * layout.values() + slot.i);
  return part_rect(frame, *element, static_cast<int>(owners.size()), static_cast<int>(at - owners.begin()));
}

std::optional<Hit> hit_test(const Scene& scene, const Layout& layout, float x, float y) {
  const Layout* const one = &layout;
  return hit_test(scene, SceneLayouts(&one, 1), x, y);
}

std::optional<Hit> hit_test(const Scene& scene, SceneLayouts layouts, float x, float y) {
  for (std::size_t grid = 0; grid < scene.grids.size(); ++grid) {
    const GridFrame& frame = scene.grids[grid];
    if (!frame.cells.contains(x, y)) continue;
    const Layout& layout = *layouts[frame.layout];
    const Element element{std::min(static_cast<int>((y - frame.cells.y) / frame.cell_h), frame.rows - 1),
                          std::min(static_cast<int>((x - frame.cells.x) / frame.cell_w), frame.cols - 1)};
    const std::span<const std::int32_t> owners = layout.owner_slots(element);
    // The gap belongs to the cell before it, so the point is drawn back into what is filled.
    const Rect whole = part_rect(frame, element, 1, 0);
    const float in_x = std::min(x, std::nextafter(whole.x + whole.w, whole.x));
    const float in_y = std::min(y, std::nextafter(whole.y + whole.h, whole.y));
    int part = 0;
    for (const int last = static_cast<int>(owners.size()) - 1; part < last; ++part) {
      if (part_rect(frame, element, last + 1, part).contains(in_x, in_y)) break;
    }
    return Hit{static_cast<int>(grid), element, part, owners[static_cast<std::size_t>(part)], frame.layout};
  }
  return std::nullopt;
}

}  // namespace tcviz
