// The operators that the search for short formulae tries, computed at all points of a function at once. All values must
// fit in 16 bits: a result outside, or one that C leaves undefined, is no value.
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

// The function for which a formula is searched, with figures that limit the constants to be tried.
struct SearchTarget {
  explicit SearchTarget(const SearchValues& of);
  SearchValues values;
  std::int32_t bits = 0;  // all bits that are set in some value
  std::int32_t most = 0;  // the largest of the absolute values
};

// A binary operator, with its effect on values at all points.
struct SearchOperator {
  std::string_view sign;
  bool commutes;
  // Computes a op b at all points; returns false if some point has no value. apply_right and apply_left have a constant
  // operand.
  bool (*apply)(const SearchValues& a, const SearchValues& b, SearchValues& out);
  bool (*apply_right)(const SearchValues& a, std::int16_t b, SearchValues& out);
  bool (*apply_left)(std::int16_t a, const SearchValues& b, SearchValues& out);
  // True if a op b equals the target at all points.
  bool (*equals)(const SearchValues& a, const SearchValues& b, const SearchValues& target);
  // Returns the constant c for which x op c = target, if there is one. Null for -, as + with a negative constant is the
  // same.
  std::optional<std::int32_t> (*constant)(const SearchValues& x, const SearchTarget& target);
};

std::span<const SearchOperator> search_operators();

}  // namespace tcviz::inline gpu_deduce
