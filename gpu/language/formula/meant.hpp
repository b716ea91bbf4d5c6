// Finds out what an ambiguous text means: its convention (what its numbers count), and if it is an inverse.
#pragma once

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/formula.hpp"

namespace tcviz::inline gpu_formula {

// Parses the text with the convention in which it is right for the checker's layout. If there is none, uses the usual
// convention of the layout's operand: in CUTLASS's traits, B is n x k. The operand also selects among several layouts
// in the text. If the layout has several warps, `lane` is tried as tid and as tid % 32.
Parsed<Formula> read_as_meant(std::string_view text, const ReadOptions& options, Checker& checker);

// A text and the options with which it is read.
struct MeantText {
  std::string_view text;
  ReadOptions options;
};
// Reads texts that make one answer, as row and col do: a bare `lane` means the same in both.
std::vector<Parsed<Formula>> read_all_as_meant(std::span<const MeantText> texts, Checker& checker);

// Returns the operand that a layout is of: 'a', 'b' or 'c'; 0 if its kind is none of these.
char operand_letter(const Layout& layout);
// Returns the value of __CUDA_ARCH__ for the layout's device: 900 for "9.0"; 0 if the layout belongs to no single
// architecture.
int cuda_arch_of(const Layout& layout);

// Returns Inputs::Element if the text computes tid and i from row and col; else Inputs::Slot.
Inputs inputs_of(std::string_view text);

}  // namespace tcviz::inline gpu_formula
