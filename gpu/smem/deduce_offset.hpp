// Finds a formula for the offsets of a tile: a sum of digits of row and col, with no exclusive or of bits or with
// CuTe's Swizzle<B,M,S>. Each text is read back and proved on every element before it is returned.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/language/deduce/radix.hpp"
#include "gpu/smem/offset_checker.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline gpu_smem {

// offset = swizzle(linear); or, if bits of the address are swizzled, swizzle(start + linear) - start.
struct OffsetRule {
  XorSwizzle swizzle{0, 4, 3};  // bits 0: none
  bool of_address = false;
  int base_offset = 0;  // subtracted from the bits that are moved, as a descriptor has it; 0 to 7
  RadixSum linear;
};
// Finds the rule of the offsets: tries the swizzles of TMA and wgmma first, then all of CuTe's with up to 5 bits. None:
// the offsets follow no such rule.
std::optional<OffsetRule> find_offset_rule(const OffsetTile& tile);

enum class OffsetStyle : std::uint8_t { C, Cute, Bases, Function, Python };
inline constexpr std::array<std::string_view, 5> offset_style_names = {"c", "cute", "bases", "function", "python"};

struct OffsetDeduction {
  OffsetRule rule;
  std::string expression;   // of C, in bytes
  int operators = 0;        // of the expression
  std::string text;         // all of it in the style, ready to be pasted
  std::string note;         // something that a reader must know; empty: nothing
  int proved_elements = 0;  // all elements of the tile
};
// Spells the offsets. An error if the style cannot say them: why, and which styles can. `title` stands in the comment
// of a function.
Result<OffsetDeduction> deduce_offset(const OffsetTile& tile, OffsetStyle style, std::string_view title);

// Returns "Swizzle<3,4,3> of the offset" or "no swizzle".
std::string describe(const OffsetRule& rule);

}  // namespace tcviz::inline gpu_smem
