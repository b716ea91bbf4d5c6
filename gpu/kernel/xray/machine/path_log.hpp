// Moves of the values of a path while a block is executed.
#pragma once

#include <utility>
#include <vector>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

struct PathEntry {
  enum class Kind : std::uint8_t { Register, Read, Write };
  Kind kind = Kind::Register;
  std::int8_t lane = 0;
  std::int16_t warp = 0;
  std::int32_t instruction = 0, reg = -1;
  std::int64_t step = 0;
  bool in_shared = false;  // of Read and Write
  std::uint64_t address = 0;
  Label label = 0;
};

// The two factors of a product inside of a tensor-core instruction that made an element: at the first k whose elements
// differ in a dimension that both have, else at the first k.
struct PathProduct {
  struct Side {
    int warp = 0, lane = 0;
    std::int32_t reg = -1;
    Label label = 0;
    std::uint64_t address = 0;  // in shared memory, if there is no register
  };
  std::int64_t step = 0;
  int warp = 0, lane = 0;
  std::int32_t reg = -1;
  Side a, b;
};

class PathLog {
 public:
  // Logs values whose points fit these indices, values that are wrong, and these labels.
  PathLog(LabelSpace& labels, std::vector<std::pair<int, std::int64_t>> points, std::vector<Label> also);

  bool wants(Label label);
  void add(const PathEntry& entry);
  void add(const PathProduct& product);
  bool is_full() const { return entries.size() >= most_entries; }

  std::vector<PathEntry> entries;  // by step
  std::vector<PathProduct> products;

 private:
  static constexpr std::size_t most_entries = 4'000'000;
  LabelSpace& labels_;
  std::vector<std::pair<int, std::int64_t>> points_;
  std::vector<Label> also_;
  Label last_ = 0;
  bool last_wanted_ = false;
};

}  // namespace tcviz::inline gpu_xray
