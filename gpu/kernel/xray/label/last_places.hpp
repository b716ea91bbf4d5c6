// Records where the last action of a kind happened: the last store to an element of global memory, and the last product
// that gave a sum. Findings at the end of an execution name these places.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

// A place in the execution. Kept small because every element of an array has one.
struct LastPlace {
  std::uint32_t step = 0;                   // 0: there was no such action
  std::int32_t instruction = -1, reg = -1;  // numbers in XrayProgram; -1: none
  std::int16_t warp = 0;
  std::int8_t lane = 0;
  bool of_several_lanes = false;  // atomic accesses of other lanes came before it, with no __syncwarp between them
  std::uint32_t block = 0;
};

// The last reads of an element by accesses that do not wait for others (see is_strong): by a warp, and by another warp
// before it, since the first one may store there itself.
struct LastReads {
  LastPlace last, other;  // of_several_lanes: other lanes of the warp have read it, with no __syncwarp since
  // Notes a read; `together`: the step at which the lanes of the warp were last together.
  void note(LastPlace read, std::int64_t together) {
    const bool is_same_warp = last.step != 0 && last.block == read.block && last.warp == read.warp;
    if (last.step != 0 && !is_same_warp) other = last;
    read.of_several_lanes = read.of_several_lanes ||
                            (is_same_warp && last.step > together && (last.of_several_lanes || last.lane != read.lane));
    last = read;
  }
};

// The last product of each warp that gave a sum of each shape.
class LastProducts {
 public:
  void note(std::uint32_t shape, const LastPlace& place) { places_[key_of(shape, place.warp)] = place; }
  // Returns the last product whose sums are over the same sets as those of `label`, even if more was added to them
  // since; one of `warp` if it has any. Its step is 0 if there is no such product.
  LastPlace of(const LabelSpace& labels, Label label, int warp) const;
  // Calls `function` with the shape and the place of each product.
  template <class Function>
  void each(Function function) const {
    for (const auto& [key, place] : places_) function(static_cast<std::uint32_t>(key >> 8), place);
  }

 private:
  static std::uint64_t key_of(std::uint32_t shape, int warp) {
    return (std::uint64_t{shape} << 8) | static_cast<std::uint64_t>(warp);
  }
  std::unordered_map<std::uint64_t, LastPlace> places_;
};

}  // namespace tcviz::inline gpu_xray
