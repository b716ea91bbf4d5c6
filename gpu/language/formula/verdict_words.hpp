// Puts the findings of a check into the sentences that the command line and the window share. Knows nothing of either.
#pragma once

#include <string>

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

// Sentences without a full stop; empty if there is nothing of the kind to say. Of row and col they name only those that
// the formula gives.
struct VerdictWords {
  std::string apart;      // "row is right everywhere, col is wrong for 192 slots"; of a formula with both
  std::string first;      // "T1 x[0]: expected (0, 2), got (0, 4)"
  std::string first_got;  // "T1 x[0]: got (0, 4)": the expected element may have to stay hidden
  std::string undefined;  // "T0 x[1]: shift by -1, which C leaves undefined"
};
VerdictWords verdict_words(const Verdict& verdict);

}  // namespace tcviz::inline gpu_formula
