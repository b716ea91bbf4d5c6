// Turns the result of a check into sentences for the command line and the window.
#pragma once

#include <string>
#include <string_view>

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

// Sentences without a full stop; empty if there is nothing to say. They mention only those of row and col that the
// formula gives.
struct VerdictWords {
  std::string apart;      // for a formula with both: "row is right everywhere, col is wrong for 192 slots"
  std::string first;      // "T1 x[0]: expected (0, 2), got (0, 4)"
  std::string first_got;  // "T1 x[0]: got (0, 4)", for use where the expected element must stay hidden
  std::string undefined;  // "T0 x[1]: shift by -1, which C leaves undefined"
};
VerdictWords verdict_words(const Verdict& verdict);
// Returns why there is no value, with the rule: "shift by 40, which C leaves undefined: counts go from 0 to 31".
std::string with_blame(std::string_view message, std::string_view blame);

}  // namespace tcviz::inline gpu_formula
