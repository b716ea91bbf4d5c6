// Finds a formula for the offsets of a tile's elements in shared memory: a sum of digits of row and col, to which
// CuTe's Swizzle<B,M,S> may be applied. Each text is parsed again and checked on every element before it is returned.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/language/deduce/radix.hpp"
#include "gpu/smem/offset_checker.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline gpu_smem {

// The offset is swizzle(linear); or, if `of_address`, swizzle(start + linear) - start.
struct OffsetRule {
  XorSwizzle swizzle{0, 4, 3};  // no swizzle if its `bits` is 0
  bool of_address = false;
  // Subtracted from the address bits that are the source of the exclusive or, as in a matrix descriptor; 0 to 7.
  int base_offset = 0;
  RadixSum linear;
};
// Returns the rule that gives the offsets; tries the swizzles of TMA and wgmma first, then all of CuTe's with up to 5
// bits. Returns none if no such rule gives them.
std::optional<OffsetRule> find_offset_rule(const OffsetTile& tile);

enum class OffsetStyle : std::uint8_t { C, Cute, Bases, Function, Python };
inline constexpr std::array<std::string_view, 5> offset_style_names = {"c", "cute", "bases", "function", "python"};

// A formula for the offsets of a tile, in one style.
struct OffsetDeduction {
  OffsetRule rule;
  std::string expression;   // the offset in bytes, as a C expression
  int operators = 0;        // number of operators in the expression
  std::string text;         // the whole text in the style, ready to be pasted
  std::string note;         // a remark that the user must know; empty: none
  int proved_elements = 0;  // number of elements on which it was checked: all of the tile
};
// Writes the offsets in a style. If the style cannot express them, returns an error with the reason and the styles that
// can. `title` is for the comment above a function.
Result<OffsetDeduction> deduce_offset(const OffsetTile& tile, OffsetStyle style, std::string_view title);

// Returns the swizzle of a rule as text: "Swizzle<3,4,3> of the offset" or "no swizzle".
std::string describe(const OffsetRule& rule);

}  // namespace tcviz::inline gpu_smem
