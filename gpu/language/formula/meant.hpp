// The meaning of a text that may be meant in several ways: its convention, and whether it is an inverse.
#pragma once

#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/formula.hpp"

namespace tcviz::inline gpu_formula {

// Reads the text in the convention in which it is right for the checker's layout, or, if there is none, in the usual
// one of its operand: B of CUTLASS's traits is n x k. The operand also chooses among several layouts.
Parsed<Formula> read_as_meant(std::string_view text, const ReadOptions& options, Checker& checker);

// Returns the operand of its product that a layout is: 'a', 'b' or 'c'; 0 if its kind says nothing.
char operand_letter(const Layout& layout);
// Returns __CUDA_ARCH__ of its device, 900 of "9.0"; 0 if the layout is of no one architecture.
int cuda_arch_of(const Layout& layout);

// Returns Element if the text computes tid and i from row and col; Slot otherwise.
Inputs inputs_of(std::string_view text);

}  // namespace tcviz::inline gpu_formula
