// The PTX manual's statements about every fragment, one row each: formulae for the row and column of the element in a
// slot (value i of thread tid). Plain data: nothing here parses formulae.
#pragma once

#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_manual {

inline constexpr std::string_view manual_version = "9.0";

// One statement: C expressions in tid and i. For a warpgroup, tid is 0..127, and each of its warps holds 16 rows.
struct ManualRule {
  Family family;
  Shape shape;  // 0 for a size fits any size
  Operand operand;
  std::string_view types;  // names of the element types, separated by blanks; empty: any type
  MemoryOrder order;
  bool transposed;
  std::string_view row, col;
  // An expression that is true for threads whose registers the instruction reads, with {} for the sparsity selector;
  // empty: all threads.
  std::string_view read;
  std::string_view section;  // "9.7.14.5.8"
  std::string_view note = "";

  // True if the rule is about `kind`.
  bool describes(const Kind& kind) const;
};

// Returns the rules for mma.
std::span<const ManualRule> dense_rules();
// Returns the rules for mma.sp.
std::span<const ManualRule> sparse_rules();
// Returns the rules for ldmatrix, stmatrix, movmatrix, wgmma and wgmma.sp.
std::span<const ManualRule> other_rules();

// Returns the rule about `kind`, or null.
const ManualRule* rule_of(const Kind& kind);
// Returns the title of a section, such as "Matrix Fragments for mma.m16n8k256"; empty if no rule cites the section.
std::string_view section_title(std::string_view section);

}  // namespace tcviz::inline gpu_manual
