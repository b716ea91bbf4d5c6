#include "app/scene/grid/measure.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float smallest_cell = 2, largest_cell = 512;
constexpr float label_of_cell = 0.43f, smallest_label = 8, largest_label = 13;
constexpr float label_room_x = 7;                      // beside a label
constexpr float label_line = 1.35f, next_line = 1.2f;  // heights of a line and of a further one, in font sizes
constexpr float gap_of_whole_cells = 1, gap_of_split_cells = 2;
constexpr int most_axis_numbers = 128;
constexpr int most_tried = 64;  // ways to split a cell; more owners are split once, nearly square

int rows_for(int owners, int columns) { return (owners + columns - 1) / columns; }

struct MeasureSpan {
  float begin = 0, length = 0;
};

// Returns part `index` of `count` equal ones of `length`, from pixel to pixel at scale 1 if it is whole and large
// enough.
MeasureSpan equal_part(float length, int count, int index) {
  if (count == 1) return {0, length};
  const auto edge = [&](int n) {
    const float exact = length * static_cast<float>(n) / static_cast<float>(count);
    return length >= 2 * static_cast<float>(count) && length == std::floor(length) ? std::round(exact) : exact;
  };
  return {edge(index), edge(index + 1) - edge(index)};
}

struct RowOfParts {
  int rows = 1, row = 0, columns = 1, column = 0;
};

// Returns the place of a part: parts fill rows of frame.parts_x; the last row may hold fewer, stretched.
RowOfParts place_of(const GridFrame& frame, int owners, int part) {
  const int columns = std::min(owners, frame.parts_x);
  const int row = part / columns;
  return {rows_for(owners, columns), row, std::min(columns, owners - row * columns), part % columns};
}

// A way to split and to label.
struct Way {
  int columns = 1;
  bool broken = false;
};

CellPlan plan_of(const CellNeeds& needs, const Way& way, float cell) {
  CellPlan plan;
  plan.label_size = std::clamp(std::round(cell * label_of_cell), smallest_label, largest_label);
  plan.gap = (needs.owners > 1 ? gap_of_split_cells : gap_of_whole_cells) + needs.more_gap;
  plan.form = way.broken ? LabelForm::Broken : LabelForm::Whole;
  plan.parts_x = way.columns;
  plan.parts_y = rows_for(needs.owners, way.columns);
  const std::string longest(static_cast<std::size_t>(way.broken ? needs.broken : needs.whole), '0');
  const float w = text_width(longest, Face::Mono, plan.label_size) + label_room_x + needs.corner;
  const float h = plan.label_size * (label_line + (way.broken ? next_line : 0));
  plan.cell_w = std::max(cell, std::ceil(w) * static_cast<float>(plan.parts_x) + plan.gap);
  plan.cell_h = std::max(cell, std::ceil(h) * static_cast<float>(plan.parts_y) + plan.gap);
  return plan;
}

bool smaller(const CellPlan& a, const CellPlan& b) {
  const float area = a.cell_w * a.cell_h, other = b.cell_w * b.cell_h;
  if (area != other) return area < other;
  return std::max(a.cell_w, a.cell_h) < std::max(b.cell_w, b.cell_h);
}

// Rounds to eighths of a unit, so that the positions of thousands of cells stay exact sums.
float in_eighths(float length) { return std::max(std::round(length * 8), 1.0f) / 8; }

}  // namespace

std::vector<CellPlan> cell_plans(const CellNeeds& needs, float cell) {
  std::vector<CellPlan> plans;
  const int step = std::max(1, needs.owners / most_tried);
  for (int columns = 1; columns <= needs.owners; columns += step) {
    plans.push_back(plan_of(needs, {columns, false}, std::ceil(cell)));
    if (needs.broken > 0) plans.push_back(plan_of(needs, {columns, true}, std::ceil(cell)));
  }
  return plans;
}

CellPlan smallest_plan(std::span<const CellPlan> plans) { return *std::ranges::min_element(plans, smaller); }

float usable_cell(float cell) { return cell > smallest_cell ? std::min(cell, largest_cell) : smallest_cell; }

CellPlan shrunk(CellPlan plan, float cell) {
  if (cell >= smallest_labelled) return plan;
  const float shrink = cell / smallest_labelled;
  plan.label_size *= shrink;
  plan.cell_w = in_eighths(plan.cell_w * shrink);
  plan.cell_h = in_eighths(plan.cell_h * shrink);
  plan.gap = std::min(plan.gap, gap_of_whole_cells) * std::max(shrink, 0.5f);
  return plan;
}

CellPlan in_hatch_tiles(CellPlan plan) {
  plan.cell_w = std::ceil(plan.cell_w / hatch_tile) * hatch_tile;
  plan.cell_h = std::ceil(plan.cell_h / hatch_tile) * hatch_tile;
  return plan;
}

float hatch_misfit(float begin, float length) {
  const float past = std::fmod(begin + (length - hatch_tile) / 2, hatch_tile);
  return past < 0 ? past + hatch_tile : past;
}

int axis_step(int count, float pitch, float number_length) {
  int step = 1;
  while (number_length > pitch * static_cast<float>(step) || count > most_axis_numbers * step) step *= 2;
  return step;
}

Rect part_rect(const GridFrame& frame, Element element, int owners, int part) {
  const RowOfParts place = place_of(frame, owners, part);
  const MeasureSpan x = equal_part(frame.cell_w - frame.gap, place.columns, place.column);
  const MeasureSpan y = equal_part(frame.cell_h - frame.free_below - frame.gap, place.rows, place.row);
  return {frame.cells.x + static_cast<float>(element.col - frame.first_col) * frame.cell_w + x.begin,
          frame.cells.y + static_cast<float>(element.row - frame.first_row) * frame.cell_h + y.begin, x.length,
          y.length};
}

}  // namespace tcviz::inline app_scene
