// The place of the last action of a kind: the store of an element of global memory, the product that gave a sum.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

// Small, as there is one for every element of an array.
struct LastPlace {
  std::uint32_t step = 0;  // 0: nowhere
  std::int32_t instruction = -1, reg = -1;
  std::int16_t warp = 0, lane = 0;
  std::uint32_t block = 0;
};

// The last read by an access that waits for no other.
struct LastRead {
  std::uint32_t step = 0, block = 0;
};

// The last product of each warp that gave sums of a shape.
class LastProducts {
 public:
  void note(std::uint32_t shape, const LastPlace& place) { places_[key_of(shape, place.warp)] = place; }
  // Returns the last product whose sums are over the same sets as those of a label, even if more was added to them
  // since; one of this warp if it has one. Step 0: none.
  LastPlace of(const LabelSpace& labels, Label label, int warp) const;
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
