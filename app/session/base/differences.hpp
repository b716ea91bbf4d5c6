// The differences of two layouts, element by element: the count of a comparison, and a walk through it.
// Pure functions of layouts.
#pragma once

#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

bool inside(const Layout& layout, Element element);
// True if the two give the element different owners. An element that only one of them has differs.
bool differs(const Layout& left, const Layout& right, Element element);

// Returns the elements that differ, by rows, of a matrix as high and as wide as the larger of the two.
std::vector<Element> differences(const Layout& left, const Layout& right);

// Returns the next one (steps 1) or the one before (-1) by rows, wrapping around, of those that `within` has. `from`
// itself comes last; without it the walk begins at the first or the last one. None if nothing of `within` differs.
std::optional<Element> step_difference(const std::vector<Element>& all, const Layout& within,
                                       std::optional<Element> from, int steps);

}  // namespace tcviz::inline app_session
