#include "app/session/base/differences.hpp"

#include <algorithm>

namespace tcviz::inline app_session {

bool inside(const Layout& layout, Element e) {
  return e.row >= 0 && e.col >= 0 && e.row < layout.rows() && e.col < layout.cols();
}

bool differs(const Layout& left, const Layout& right, Element element) {
  if (!inside(left, element) || !inside(right, element)) return true;
  const auto a = left.owner_slots(element), b = right.owner_slots(element);
  const auto same = [&](std::int32_t x, std::int32_t y) { return left.slot(x) == right.slot(y); };
  return !std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

std::vector<Element> differences(const Layout& left, const Layout& right) {
  std::vector<Element> found;
  const int rows = std::max(left.rows(), right.rows()), cols = std::max(left.cols(), right.cols());
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const Element e{row, col};
      if ((inside(left, e) || inside(right, e)) && differs(left, right, e)) found.push_back(e);
    }
  }
  return found;
}

std::optional<Element> step_difference(const std::vector<Element>& all, const Layout& within,
                                       std::optional<Element> from, int steps) {
  std::vector<Element> stops;
  std::copy_if(all.begin(), all.end(), std::back_inserter(stops), [&](Element e) { return inside(within, e); });
  if (stops.empty()) return std::nullopt;
  if (!from) return steps > 0 ? stops.front() : stops.back();
  const auto after = std::upper_bound(stops.begin(), stops.end(), *from);
  const auto here = std::lower_bound(stops.begin(), stops.end(), *from);
  if (steps > 0) return after == stops.end() ? stops.front() : *after;
  return here == stops.begin() ? stops.back() : *(here - 1);
}

}  // namespace tcviz::inline app_session
