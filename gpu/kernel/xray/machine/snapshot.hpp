// One tensor-core instruction as it was found: the element that every place of A, B and the sum holds.
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

// Odd: it breaks its row or its column, or meets another k. Unknown: it has no element.
enum class SnapshotState : std::uint8_t { Fits, Odd, Wrong, Unknown };
std::string_view name_of(SnapshotState state);

struct SnapshotCell {
  std::string text;               // "8,0": the indices of its points
  std::int64_t row = 0, col = 0;  // the indices that colours follow
  SnapshotState state = SnapshotState::Fits;
  int lane = 0;  // -1: from shared memory
};

struct SnapshotTile {
  std::string name;  // "A", "Q K": the arrays of its elements
  int rows = 0, cols = 0;
  std::vector<SnapshotCell> cells;
  std::vector<std::string> indices;  // the dimensions that a cell's text counts, in its order
};

struct EventSnapshot {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;
  std::string opcode;
  SnapshotTile a, b, sum;
};

// Returns the cell of a label alone: "8,0", the indices of its points; "f" for a function of several elements, "!" for
// a wrong value. The caller, who knows the matrix, sets row and column.
SnapshotCell cell_of_label(const LabelSpace& labels, std::uint64_t label);
// Returns "A", or several names with blanks between: the arrays of the label's elements.
std::string arrays_of_label(const LabelSpace& labels, std::uint64_t label);

EventSnapshot snapshot_of(const StepContext& context, const LabelledTile& a, const LabelledTile& b,
                          const LabelledTile& sum);

}  // namespace tcviz::inline gpu_xray
