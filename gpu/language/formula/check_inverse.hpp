// Checks inverse formulae, which give tid and i from row and col. If elements have several owners, a formula may also
// use r, the number of the owner from 0 on.
#pragma once

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

struct InverseMismatch {
  Element element;
  int r = 0;
  // The wrong result: a slot that does not hold the element, or the one that the formula gives for another r.
  std::int64_t tid = 0, i = 0;
};

// The result of checking an inverse formula.
struct InverseVerdict {
  int elements = 0;    // number of elements that were checked
  int asked = 0;       // number of checks: one for each element, or one for each of its owners if the formula uses r
  int mismatches = 0;  // wrong results, including undefined ones
  bool has_replica = false;
  std::optional<InverseMismatch> first;
  struct Undefined {
    Element element;
    int r = 0;
    std::string message;
    TextRange range;
    bool endless = false;  // given up after many steps, and not known
    std::string_view blame = tcviz::Undefined{}.blame;
  };
  std::optional<Undefined> undefined;

  bool ok() const { return mismatches == 0 && elements > 0; }
};

// Checks the formulae, which must have been read with Inputs::Element. A formula without r is right if it gives some
// owner of every element. A formula with r must give each owner once, for r = 0, 1, ...
Result<InverseVerdict> check_inverse(const Layout& layout, std::span<const Formula* const> formulae);

}  // namespace tcviz::inline gpu_formula
