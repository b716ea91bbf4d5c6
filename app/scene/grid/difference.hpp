// The elements that have different owners in two layouts. Knows nothing of pictures.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_scene {

struct Difference {
  std::vector<bool> left,
      right;          // true for an element that has other owners (tid, i) in the other layout, or is missing there
  int elements = 0;   // the elements that at least one of them has
  int differing = 0;  // those of them that differ
  int only_left = 0, only_right = 0;  // those of the differing ones that the other layout does not have
};

Difference difference_of(const Layout& left, const Layout& right);

// Says "48 of 256 elements differ", and which exist on one side only; the arguments name the sides. `framed`: the words
// say that a picture frames those elements.
std::string describe(const Difference& difference, const std::string& left, const std::string& right,
                     bool framed = true);

}  // namespace tcviz::inline app_scene
