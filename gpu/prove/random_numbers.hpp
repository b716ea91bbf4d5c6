// Random numbers that are equal on every machine: SplitMix64 (Steele, Lea, Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace tcviz::inline gpu_prove {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  // Returns a random number less than `most`.
  std::size_t below(std::size_t most) { return static_cast<std::size_t>(next() % most); }

 private:
  std::uint64_t state_;
};

}  // namespace tcviz::inline gpu_prove
