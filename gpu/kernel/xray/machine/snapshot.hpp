// A snapshot of one tensor-core instruction: the matrix element that each cell of A, B and the sum holds, for drawings
// and reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_xray {

class LabelSpace;
class StepContext;
struct LabelledTile;

// The judgement of a cell. Odd: its row, column or k differs from that of its neighbours. Wrong: a wrong value.
// Unknown: the cell holds no element.
enum class SnapshotState : std::uint8_t { Fits, Odd, Wrong, Unknown };
std::string_view name_of(SnapshotState state);

struct SnapshotCell {
  std::string text;               // for people: the indices of its element, "8,0", or a sign
  std::int64_t row = 0, col = 0;  // the indices that the drawing colours by; -1: none
  SnapshotState state = SnapshotState::Fits;
  int lane = 0;                       // the lane that holds it; -1: read from shared memory
  std::vector<std::int64_t> element;  // an index for each of the tile's `indices`; empty if it lacks one
};

struct SnapshotTile {
  std::string name;  // the arrays of its elements: "A", "Q K"
  int rows = 0, cols = 0;
  std::vector<SnapshotCell> cells;   // row by row
  std::vector<std::string> indices;  // names of the dimensions whose indices a cell's element has, in that order
};

// One step of a tensor-core instruction with its three matrices.
struct EventSnapshot {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;
  std::string opcode;
  SnapshotTile a, b, sum;
};

// Returns the number of the dimension that both factors have and some output lacks; -1: there is none.
int contracted_dimension(const LabelSpace& labels, const LabelledTile& a, const LabelledTile& b);

// Returns a cell with the text and state of a label: "8,0" (indices), "f" for a function of several elements, "!" for a
// wrong value. The caller sets row and column.
SnapshotCell cell_of_label(const LabelSpace& labels, std::uint64_t label);
// Returns the names of the arrays of a label's elements, separated by blanks.
std::string arrays_of_label(const LabelSpace& labels, std::uint64_t label);

// Returns the snapshot of the current instruction with the matrices `a`, `b` and `sum`.
EventSnapshot snapshot_of(const StepContext& context, const LabelledTile& a, const LabelledTile& b,
                          const LabelledTile& sum);

}  // namespace tcviz::inline gpu_xray
