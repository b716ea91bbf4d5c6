// The statements of the PTX manual about every fragment, a row each: formulae for the place in the matrix of a slot's
// value. Plain data; knows nothing of how a formula is read.
#pragma once

#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_manual {

inline constexpr std::string_view manual_version = "9.0";

// A rule as C expressions in tid and i. A warpgroup's tid is 0..127: its warps hold 16 rows each.
struct ManualRule {
  Family family;
  Shape shape;  // a side that is 0 fits any
  Operand operand;
  std::string_view types;  // with a blank between them; empty: any
  MemoryOrder order;
  bool transposed;
  std::string_view row, col;
  // The threads whose registers are read, as an expression with {} for the selector; empty: all.
  std::string_view read;
  std::string_view section;  // "9.7.14.5.8"
  std::string_view note = "";

  bool describes(const Kind& kind) const;
};

std::span<const ManualRule> dense_rules();   // mma
std::span<const ManualRule> sparse_rules();  // mma.sp
std::span<const ManualRule> other_rules();   // ldmatrix, stmatrix, movmatrix, wgmma, wgmma.sp

// Returns the rule of a kind, or null.
const ManualRule* rule_of(const Kind& kind);
// Returns the title of a section: "Matrix Fragments for mma.m16n8k256"; empty if no rule is from it.
std::string_view section_title(std::string_view section);

}  // namespace tcviz::inline gpu_manual
