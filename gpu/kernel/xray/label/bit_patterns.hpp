// Patterns of bits: those of which elements a byte holds, if they are not those of a run of elements in their order.
// Numbers of 4 bits that are exchanged, reversed bits, and elements of several lines make such bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tcviz::inline gpu_xray {

// One bit of a byte.
struct PatternBit {
  std::int64_t beyond = 0;  // its element's label less that of the element of the lowest bit that is not constant
  std::int8_t bit = -1;     // its number in the element; -1: it is constant
  bool flipped = false;
  friend bool operator==(const PatternBit&, const PatternBit&) = default;
};
using BitPattern = std::array<PatternBit, 8>;

// Patterns, each stored once.
class BitPatterns {
 public:
  const BitPattern& operator[](std::int16_t number) const { return all_[static_cast<std::size_t>(number)]; }
  // Returns the number of a pattern; stores it if it is new; -1 if there are too many.
  std::int16_t number_of(const BitPattern& pattern) {
    const auto known = std::ranges::find(all_, pattern);
    if (known != all_.end()) return static_cast<std::int16_t>(known - all_.begin());
    if (all_.size() == most) return -1;
    all_.push_back(pattern);
    return static_cast<std::int16_t>(all_.size() - 1);
  }

 private:
  static constexpr std::size_t most = 2000;
  std::vector<BitPattern> all_;
};

}  // namespace tcviz::inline gpu_xray
