// The elements that two layouts give to different owners (thread and value), and steps from one to the next.
#pragma once

#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

bool inside(const Layout& layout, Element element);
// True if the two layouts give `element` different owners, or if only one of them has the element.
bool differs(const Layout& left, const Layout& right, Element element);

// Returns all elements that differ, row by row; includes elements that only the larger matrix has.
std::vector<Element> differences(const Layout& left, const Layout& right);

// Returns the next (`steps` 1) or previous (-1) element of `all` after `from`, row by row, with wrap-around. Skips
// elements outside of `within`. Without `from`, returns the first or the last one; none if no element is left.
std::optional<Element> step_difference(const std::vector<Element>& all, const Layout& within,
                                       std::optional<Element> from, int steps);

}  // namespace tcviz::inline app_session
