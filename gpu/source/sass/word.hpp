// One machine instruction as 128 bits, the size on all architectures from Volta on; the low bits come first.
#pragma once

#include <cstdint>

namespace tcviz::inline gpu_sass {

struct Word {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const Word&, const Word&) = default;
};

// Returns the bits first .. first + width - 1 as a number; width is 1 to 32.
constexpr std::uint64_t bits_of(Word word, int first, int width) {
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  if (first >= 64) return word.high >> (first - 64) & mask;
  const std::uint64_t low = word.low >> first;
  return (first == 0 ? low : low | word.high << (64 - first)) & mask;
}

// Returns a word in which these bits are set.
constexpr Word mask_of(int first, int width) {
  Word mask;
  for (int bit = first; bit < first + width; ++bit) {
    (bit < 64 ? mask.low : mask.high) |= std::uint64_t{1} << bit % 64;
  }
  return mask;
}

}  // namespace tcviz::inline gpu_sass
