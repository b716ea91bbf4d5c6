#include "gpu/kernel/xray/machine/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/access_log.hpp"
#include "gpu/kernel/xray/machine/product.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using State = SnapshotState;

// Returns the point of a label in a dimension; -1: it has none there.
std::int64_t point_of(const LabelSpace& labels, Label label, int dimension) {
  if (label == 0 || dimension < 0 || labels.shape(label).dimensions[dimension].state != DimensionState::Point)
    return -1;
  return labels.point(label, dimension);
}

std::int64_t most_frequent(const std::vector<std::int64_t>& among) {
  std::map<std::int64_t, int> counts;
  for (const std::int64_t one : among) ++counts[one];
  const auto most =
      std::ranges::max_element(counts, {}, [](const std::pair<const std::int64_t, int>& one) { return one.second; });
  return most == counts.end() ? -1 : most->first;
}

// Returns the first dimension, besides `other`, that most elements have as a point; -1: none.
int point_dimension(const LabelSpace& labels, const LabelledTile& tile, int other) {
  for (std::size_t d = 0; d < labels.dimensions().size(); ++d) {
    const auto has = std::ranges::count_if(
        tile.labels, [&](Label label) { return point_of(labels, label, static_cast<int>(d)) >= 0; });
    if (static_cast<int>(d) != other && 2 * static_cast<std::size_t>(has) > tile.labels.size())
      return static_cast<int>(d);
  }
  return -1;
}

SnapshotCell cell_of(const LabelSpace& labels, const LabelledTile& tile, std::size_t at) {
  SnapshotCell cell;
  const Label label = tile.labels[at];
  if (label == 0)
    cell.text = tile.values[at] == 0 ? "0" : "c", cell.state = State::Unknown;
  else
    cell = cell_of_label(labels, label);
  cell.lane = tile.owners[at].lane;
  return cell;
}

std::string names_of_arrays(const LabelSpace& labels, std::uint32_t arrays) {
  std::string text;
  for (std::size_t at = 0; at < labels.array_names.size(); ++at)
    if (((arrays >> at) & 1) != 0) text += (text.empty() ? "" : " ") + labels.array_names[at];
  return text;
}

std::string arrays_of(const LabelSpace& labels, const LabelledTile& tile) {
  std::uint32_t all = 0;
  for (const Label label : tile.labels)
    if (label != 0 && labels.shape(label).finding < 0) all |= labels.shape(label).arrays;
  return names_of_arrays(labels, all);
}

// Returns the dimensions in which some label of the tile has a point.
std::vector<int> dimensions_of(const LabelSpace& labels, const LabelledTile& tile) {
  std::vector<int> found;
  for (int d = 0; d < static_cast<int>(labels.dimensions().size()); ++d)
    if (std::ranges::any_of(tile.labels, [&](Label label) { return point_of(labels, label, d) >= 0; }))
      found.push_back(d);
  return found;
}

// Returns the points of a label in these dimensions; none if it lacks one.
std::vector<std::int64_t> points_of(const LabelSpace& labels, Label label, const std::vector<int>& dimensions) {
  std::vector<std::int64_t> points;
  for (const int d : dimensions) points.push_back(point_of(labels, label, d));
  const bool wrong = label != 0 && labels.shape(label).finding >= 0;
  return wrong || std::ranges::find(points, -1) != points.end() ? std::vector<std::int64_t>{} : points;
}

SnapshotTile tile_of(const LabelSpace& labels, const LabelledTile& tile, int by_row, int by_col) {
  SnapshotTile made{arrays_of(labels, tile), tile.rows, tile.cols, {}, {}};
  const std::vector<int> dimensions = dimensions_of(labels, tile);
  for (const int d : dimensions) made.indices.push_back(labels.dimensions()[static_cast<std::size_t>(d)].name);
  for (std::size_t at = 0; at < tile.labels.size(); ++at) {
    made.cells.push_back(cell_of(labels, tile, at));
    made.cells.back().row = point_of(labels, tile.labels[at], by_row);
    made.cells.back().col = point_of(labels, tile.labels[at], by_col);
    made.cells.back().element = points_of(labels, tile.labels[at], dimensions);
  }
  return made;
}

// Returns the index that most cells of each row, or of each column, have.
std::vector<std::int64_t> majorities(const SnapshotTile& tile, bool of_rows) {
  std::vector<std::int64_t> found;
  for (int line = 0; line < (of_rows ? tile.rows : tile.cols); ++line) {
    std::vector<std::int64_t> all;
    for (int at = 0; at < (of_rows ? tile.cols : tile.rows); ++at) {
      const SnapshotCell& cell = tile.cells[of_rows ? line * tile.cols + at : at * tile.cols + line];
      if (cell.state == State::Fits) all.push_back(of_rows ? cell.row : cell.col);
    }
    found.push_back(most_frequent(all));
  }
  return found;
}

void mark_odd(SnapshotTile& tile) {
  const std::vector<std::int64_t> rows = majorities(tile, true), cols = majorities(tile, false);
  for (int row = 0; row < tile.rows; ++row)
    for (int col = 0; col < tile.cols; ++col) {
      SnapshotCell& cell = tile.cells[row * tile.cols + col];
      if (cell.state == State::Fits && (cell.row != rows[row] || cell.col != cols[col])) cell.state = State::Odd;
    }
}

// Marks columns of A and rows of B that meet and have a different k. If one side counts k up, the other one is odd.
void mark_unlike(SnapshotTile& a, SnapshotTile& b) {
  const std::vector<std::int64_t> left = majorities(a, false), right = majorities(b, true);
  const bool left_rises = std::ranges::is_sorted(left), right_rises = std::ranges::is_sorted(right);
  for (int k = 0; k < std::min(a.cols, b.rows); ++k) {
    if (left[k] == right[k] || left[k] < 0 || right[k] < 0) continue;
    for (int row = 0; row < a.rows && !(left_rises && !right_rises); ++row)
      a.cells[row * a.cols + k].state = State::Odd;
    for (int col = 0; col < b.cols && !(right_rises && !left_rises); ++col)
      b.cells[k * b.cols + col].state = State::Odd;
  }
}

void read_tiles(const StepContext& context, const LabelledTile& a, const LabelledTile& b) {
  AccessLog* const log = context.machine.accesses;
  const auto bytes = [&](std::size_t at) {
    const auto format = format_named(context.step.type(at));
    return format ? bytes_of(*format) : 2;
  };
  if (log == nullptr) return;
  log->read_tile(context, a, bytes(1));
  log->read_tile(context, b, bytes(2));
}

}  // namespace

int contracted_dimension(const LabelSpace& labels, const LabelledTile& a, const LabelledTile& b) {
  for (std::size_t d = 0; d < labels.dimensions().size(); ++d) {
    const auto is_point = [&](Label label) { return point_of(labels, label, static_cast<int>(d)) >= 0; };
    if (!labels.dimensions()[d].in_every_output && std::ranges::any_of(a.labels, is_point) &&
        std::ranges::any_of(b.labels, is_point))
      return static_cast<int>(d);
  }
  return -1;
}

SnapshotCell cell_of_label(const LabelSpace& labels, Label label) {
  SnapshotCell cell;
  if (labels.shape(label).finding >= 0) {
    cell.text = "!", cell.state = State::Wrong;
    return cell;
  }
  for (std::size_t d = 0; d < labels.dimensions().size(); ++d)
    if (const std::int64_t point = point_of(labels, label, static_cast<int>(d)); point >= 0)
      cell.text += fmt::format("{}{}", cell.text.empty() ? "" : ",", point);
  if (cell.text.empty()) cell.text = "f", cell.state = State::Unknown;
  return cell;
}

std::string arrays_of_label(const LabelSpace& labels, Label label) {
  const LabelShape& shape = labels.shape(label);
  return shape.finding >= 0 ? std::string() : names_of_arrays(labels, shape.arrays);
}

EventSnapshot snapshot_of(const StepContext& context, const LabelledTile& a, const LabelledTile& b,
                          const LabelledTile& sum) {
  const Machine& machine = context.machine;
  const LabelSpace& labels = context.labels();
  EventSnapshot made;
  made.step = machine.steps;
  made.warp = context.warp.number;
  made.line = machine.program.source_line(machine.at_step);
  made.ptx_line = context.step.line->ptx_line;
  made.opcode = context.step.line->opcode;
  const int k = contracted_dimension(labels, a, b);
  made.a = tile_of(labels, a, point_dimension(labels, a, k), k);
  made.b = tile_of(labels, b, k, point_dimension(labels, b, k));
  const int row = point_dimension(labels, sum, -1);
  made.sum = tile_of(labels, sum, row, point_dimension(labels, sum, row));
  for (SnapshotTile* const tile : {&made.a, &made.b, &made.sum}) mark_odd(*tile);
  mark_unlike(made.a, made.b);
  read_tiles(context, a, b);
  return made;
}

}  // namespace tcviz::inline gpu_xray
