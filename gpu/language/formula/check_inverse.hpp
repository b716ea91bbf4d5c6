// Checks an inverse: tid and i from row and col, and from r, the replica, if an element has several owners.
#pragma once

#include "gpu/language/formula/check.hpp"

namespace tcviz::inline gpu_formula {

struct InverseMismatch {
  Element element;
  int r = 0;
  std::int64_t tid = 0, i = 0;  // the formula's answer: no owner of the element, or for another r the same one
};

struct InverseVerdict {
  int elements = 0;    // number of elements asked
  int asked = 0;       // elements times replicas, if the formula has a replica
  int mismatches = 0;  // including undefined ones
  bool has_replica = false;
  std::optional<InverseMismatch> first;
  struct Undefined {
    Element element;
    int r = 0;
    std::string message;
    TextRange range;
  };
  std::optional<Undefined> undefined;

  bool ok() const { return mismatches == 0 && elements > 0; }
};

// Checks the formulae. A formula without r is right if it names any owner of every element. One with r must name all of
// them: for r = 0, 1, ... one owner after the other, each once. Texts are read with Inputs::Element.
Result<InverseVerdict> check_inverse(const Layout& layout, std::span<const Formula* const> formulae);

}  // namespace tcviz::inline gpu_formula
