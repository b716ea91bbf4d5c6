// Logs the moves of selected values while a block is executed, from which the path of a matrix element is read
// (path_walk.hpp).
#pragma once

#include <utility>
#include <vector>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

// A move of a value: into a register, or from or to memory.
struct PathEntry {
  enum class Kind : std::uint8_t { Register, Read, Write };
  Kind kind = Kind::Register;
  std::int8_t lane = 0;
  std::int16_t warp = 0;
  std::int32_t instruction = 0, reg = -1;
  std::int64_t step = 0;
  bool in_shared = false;  // for Read and Write: true for shared memory, false for global memory
  std::uint64_t address = 0;
  Label label = 0;
};

// The two factors of one multiplication in a tensor-core instruction that made an element: at the first k whose
// elements differ in a dimension that both have, else at the first k.
struct PathProduct {
  struct Side {
    int warp = 0, lane = 0;
    std::int32_t reg = -1;
    Label label = 0;
    std::uint64_t address = 0;  // offset in shared memory, if `reg` is -1
  };
  std::int64_t step = 0;
  int warp = 0, lane = 0;
  std::int32_t reg = -1;
  Side a, b;  // elements of the matrices A and B
};

// The moves and multiplications of selected values.
class PathLog {
 public:
  // Logs values whose indices equal `points` (dimension, index), values that are wrong, and the labels in `also`.
  PathLog(LabelSpace& labels, std::vector<std::pair<int, std::int64_t>> points, std::vector<Label> also);

  // True if values with this label are logged.
  bool wants(Label label);
  void add(const PathEntry& entry);
  void add(const PathProduct& product);
  bool is_full() const { return entries.size() >= most_entries; }

  std::vector<PathEntry> entries;  // in the order of steps
  std::vector<PathProduct> products;

 private:
  // True if a label is at the indices of all dimensions that it has of the wish.
  bool is_at_points(Label label) const;
  // True if a label is one of `also`, or of a byte that holds one.
  bool is_also(Label label) const;

  static constexpr std::size_t most_entries = 4'000'000;
  LabelSpace& labels_;
  std::vector<std::pair<int, std::int64_t>> points_;
  std::vector<Label> also_;
  Label last_ = 0;
  bool last_wanted_ = false;
};

}  // namespace tcviz::inline gpu_xray
