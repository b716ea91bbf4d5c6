#include "app/scene/measure.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/text_metrics.hpp"

namespace tcviz {
namespace {

constexpr float smallest_cell = 2, smallest_labelled = 16, largest_cell = 512;
constexpr float label_of_cell = 0.43f, smallest_label = 8, largest_label = 13;
constexpr float largest_of_two_lines = 11, line_pitch = 1.1f;
constexpr float label_room_x = 7, label_line = 1.35f;  // beside a label; height of its line as a part of its size
constexpr float gap_of_whole_cells = 1, gap_of_split_cells = 2;
constexpr int most_axis_numbers = 128;

struct Size {
  float w = 0, h = 0;
};

int rows_for(int owners, int columns) { return (owners + columns - 1) / columns; }

// What a cell is made from: the least room of a part, the least side of a cell and the gap, in scene units.
struct Room {
  Size part;
  float cell = 0, gap = 0;
};

Size cell_for(int columns, int rows, const Room& room) {
  return {std::max(room.cell, std::ceil(room.part.w) * static_cast<float>(columns) + room.gap),
          std::max(room.cell, std::ceil(room.part.h) * static_cast<float>(rows) + room.gap)};
}

// The split with the smallest cell; the squarer one of two.
int best_columns(int owners, const Room& room) {
  int best = 1;
  Size best_size = cell_for(1, owners, room);
  for (int columns = 2; columns <= owners; ++columns) {
    const Size size = cell_for(columns, rows_for(owners, columns), room);
    const float area = size.w * size.h, best_area = best_size.w * best_size.h;
    const bool squarer = std::max(size.w, size.h) < std::max(best_size.w, best_size.h);
    if (area < best_area || (area == best_area && squarer)) {
      best = columns;
      best_size = size;
    }
  }
  return best;
}

struct Span {
  float begin = 0, length = 0;
};

// Part `index` of `count` equal ones of `length`, from pixel to pixel at scale 1 where it is whole and large enough.
Span equal_part(float length, int count, int index) {
  const auto edge = [&](int n) {
    const float exact = length * static_cast<float>(n) / static_cast<float>(count);
    return length >= 2 * static_cast<float>(count) && length == std::floor(length) ? std::round(exact) : exact;
  };
  return {edge(index), edge(index + 1) - edge(index)};
}

struct RowOfParts {
  int rows = 1, row = 0, columns = 1, column = 0;
};

// Parts fill rows of frame.parts_x; the last row may hold fewer, stretched.
RowOfParts place_of(const GridFrame& frame, int owners, int part) {
  const int columns = std::min(owners, frame.parts_x);
  const int row = part / columns;
  return {rows_for(owners, columns), row, std::min(columns, owners - row * columns), part % columns};
}

}  // namespace

namespace {

CellPlan plan_labelled_cells(const CellNeeds& needs, float cell) {
  CellPlan plan;
  const float largest = needs.lines > 1 ? largest_of_two_lines : largest_label;
  plan.label_size = std::clamp(std::round(cell * label_of_cell), smallest_label, largest);
  plan.gap = needs.parts > 1 ? gap_of_split_cells : gap_of_whole_cells;
  plan.line_h = plan.label_size * line_pitch;
  const float height = plan.label_size * label_line + static_cast<float>(std::max(0, needs.lines - 1)) * plan.line_h;
  const Size part{text_width(needs.widest, Face::Mono, plan.label_size) + label_room_x, height};
  const Room room{part, cell, plan.gap};
  plan.parts_x = best_columns(needs.parts, room);
  plan.parts_y = rows_for(needs.parts, plan.parts_x);
  const Size size = cell_for(plan.parts_x, plan.parts_y, room);
  plan.cell_w = size.w;
  plan.cell_h = size.h;
  return plan;
}

// Positions of thousands of cells stay exact sums.
float in_eighths(float length) { return std::max(std::round(length * 8), 1.0f) / 8; }

}  // namespace

// Below the smallest cell with readable labels everything in a cell shrinks alike: its labels wait for a larger scale.
CellPlan plan_cells(const CellNeeds& needs, float cell) {
  cell = cell > smallest_cell ? std::min(cell, largest_cell) : smallest_cell;
  if (cell >= smallest_labelled) return plan_labelled_cells(needs, std::ceil(cell));
  CellPlan plan = plan_labelled_cells(needs, smallest_labelled);
  const float shrink = cell / smallest_labelled;
  plan.label_size *= shrink;
  plan.line_h *= shrink;
  plan.cell_w = in_eighths(plan.cell_w * shrink);
  plan.cell_h = in_eighths(plan.cell_h * shrink);
  plan.gap = std::min(plan.gap, gap_of_whole_cells) * std::max(shrink, 0.5f);
  return plan;
}

int axis_step(int count, float pitch, float number_length) {
  int step = 1;
  while (number_length > pitch * static_cast<float>(step) || count > most_axis_numbers * step) step *= 2;
  return step;
}

Rect part_rect(const GridFrame& frame, Element element, int owners, int part) {
  const RowOfParts place = place_of(frame, owners, part);
  const Span x = equal_part(frame.cell_w - frame.gap, place.columns, place.column);
  const Span y = equal_part(frame.cell_h - frame.gap, place.rows, place.row);
  return {frame.cells.x + static_cast<float>(element.col) * frame.cell_w + x.begin,
          frame.cells.y + static_cast<float>(element.row) * frame.cell_h + y.begin, x.length, y.length};
}

}  // namespace tcviz
