// Which elements have different owners in two layouts. Knows nothing of pictures.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_scene {

struct Difference {
  std::vector<bool> left,
      right;  // of every element of each layout: it has other owners (tid, i) in the other one, or is missing there
  int elements = 0;                   // that one of them or both have
  int differing = 0;                  // of those
  int only_left = 0, only_right = 0;  // of the differing: elements that the other layout does not have
};

Difference difference_of(const Layout& left, const Layout& right);

// "48 of 256 elements differ", and which exist on one side only. The sides are called by these names. In a picture
// those elements are framed, and the words say so.
std::string describe(const Difference& difference, const std::string& left, const std::string& right,
                     bool framed = true);

}  // namespace tcviz::inline app_scene
