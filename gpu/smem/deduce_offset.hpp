// Finds a formula for the offsets of a tile: an exclusive or of bits, none or CuTe's Swizzle<B,M,S>, of a sum of digits
// of row and col. Each text is read back and proved on every element before it is given.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/language/deduce/radix.hpp"
#include "gpu/smem/offset_checker.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline gpu_smem {

// offset = swizzle(linear); or, where bits of the address are swizzled, swizzle(start + linear) - start.
struct OffsetRule {
  XorSwizzle swizzle{0, 4, 3};  // bits 0: none
  bool of_address = false;
  int base_offset = 0;  // subtracted from the bits that are moved, as a descriptor has it; 0 to 7
  RadixSum linear;
};
// The swizzles of TMA and wgmma are tried first, then all of CuTe's with up to 5 bits. None: the offsets are no such
// thing.
std::optional<OffsetRule> find_offset_rule(const OffsetTile& tile);

enum class OffsetStyle : std::uint8_t { C, Cute, Bases, Function, Python };
inline constexpr std::array<std::string_view, 5> offset_style_names = {"c", "cute", "bases", "function", "python"};

struct OffsetDeduction {
  OffsetRule rule;
  std::string expression;   // of C, in bytes
  int operators = 0;        // of the expression
  std::string text;         // all of it in the style, ready to be pasted
  std::string note;         // what a reader must know; empty: nothing
  int proved_elements = 0;  // all of them
};
// An error where the style cannot say these offsets: why, and which styles can. `title` stands in the comment of a
// function.
Result<OffsetDeduction> deduce_offset(const OffsetTile& tile, OffsetStyle style, std::string_view title);

// "Swizzle<3,4,3> of the offset", "no swizzle"
std::string describe(const OffsetRule& rule);

}  // namespace tcviz::inline gpu_smem
