// The operators that the search for few operators tries, over all its points at once. Every value stays within 16 bits:
// a result outside them, or one that C leaves undefined, does not count as a value here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tcviz::inline gpu_deduce {

inline constexpr std::size_t search_points = 32;
using SearchValues = std::array<std::int16_t, search_points>;

// The function to express, with the figures from which the constants below are found.
struct SearchTarget {
  explicit SearchTarget(const SearchValues& of);
  SearchValues values;
  std::int32_t bits = 0;  // all bits that are set in some value
  std::int32_t most = 0;  // the largest of the absolute values
};

struct SearchOperator {
  std::string_view sign;
  bool commutes;
  // Returns false if some point has no value.
  bool (*apply)(const SearchValues& a, const SearchValues& b, SearchValues& out);
  bool (*apply_right)(const SearchValues& a, std::int16_t b, SearchValues& out);
  bool (*apply_left)(std::int16_t a, const SearchValues& b, SearchValues& out);
  bool (*equals)(const SearchValues& a, const SearchValues& b, const SearchValues& target);
  // Returns the constant c of x op c = target, if there is one; null for -, since + with a negative constant says the
  // same.
  std::optional<std::int32_t> (*constant)(const SearchValues& x, const SearchTarget& target);
};

std::span<const SearchOperator> search_operators();

}  // namespace tcviz::inline gpu_deduce
