// The elements that have different owners (thread and value) in two layouts.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_scene {

struct Difference {
  std::vector<bool> left,
      right;          // true for an element that has other owners (tid, i) in the other layout, or is missing there
  int elements = 0;   // number of elements that at least one layout has
  int differing = 0;  // number of those that differ
  int only_left = 0, only_right = 0;  // number of differing elements that only one layout has
};

Difference difference_of(const Layout& left, const Layout& right);

// True if a picture frames the elements with the same owners, which are fewer than those that differ.
bool frames_agreeing(const Difference& difference);

// Returns "48 of 256 elements differ", and how many exist in one layout only; `left` and `right` name the layouts.
// `framed`: the sentence says that the picture frames the elements.
std::string describe(const Difference& difference, const std::string& left, const std::string& right,
                     bool framed = true);

}  // namespace tcviz::inline app_scene
