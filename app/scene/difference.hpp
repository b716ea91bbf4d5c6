// Which elements of two layouts have other owners. Knows nothing of pictures.
#pragma once

#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

struct Difference {
  std::vector<bool> left, right;  // of every element of each layout: its owners (tid, i) are others there, or it is not
  int elements = 0;               // that one of them or both have
  int differing = 0;              // of those
  int only_left = 0, only_right = 0;  // of the differing: elements that the other layout does not have
};

Difference difference_of(const Layout& left, const Layout& right);

// "48 of 256 elements have other owners", and which exist on one side only. The sides are called by these names.
std::string describe(const Difference& difference, const std::string& left, const std::string& right);

}  // namespace tcviz
