// The difference of two numbers that texts of people compute.
#pragma once

#include <cstdint>

namespace tcviz::inline gpu_formula {

// Returns a - b, modulo 2^64: a text may compute any number of 64 bits.
constexpr std::int64_t apart(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

}  // namespace tcviz::inline gpu_formula
