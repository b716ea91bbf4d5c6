#include "gpu/kernel/maxas/issue_order.hpp"

#include <algorithm>

namespace tcviz::maxas {
namespace {

using Bases = std::array<int, 4>;

// Swirls of neighbours: x and x + 1.
constexpr Swirl narrow{{{1, 0}, {1, 1}, {0, 1}, {0, 0}}};

// Orders four FFMAs for each pair of an x base and a y base.
Issues swirled(Bases x_bases, const Swirl& swirl, bool back_and_forth) {
  constexpr Bases y_bases{0, 2, 4, 6};
  Issues issues;
  std::size_t c = 0;
  for (const int y : y_bases) {
    for (const int x : x_bases) {
      for (const TileIndex step : swirl) {
        issues[c++] = {x + step.xi, y + step.yi};
      }
    }
    if (back_and_forth) std::ranges::reverse(x_bases);
  }
  return issues;
}

Issues columns(bool back_and_forth) {
  Issues issues;
  for (int c = 0; c < ffmas; ++c) {
    const int yi = c >> 3, step = c & 7;
    issues[static_cast<std::size_t>(c)] = {back_and_forth && (yi & 1) != 0 ? 7 - step : step, yi};
  }
  return issues;
}

Issues rows() {
  Issues issues = columns(false);
  for (TileIndex& issue : issues) std::swap(issue.xi, issue.yi);
  return issues;
}

}  // namespace

Issues issue_order(const Swirl& swirl) { return swirled({0, 1, 4, 5}, swirl, true); }

Issues issue_order(IssueOrder order) {
  switch (order) {
    case IssueOrder::SwirlZigzag:
      return issue_order(swirls.front());
    case IssueOrder::Swirl:
      return swirled({0, 1, 4, 5}, swirls.front(), false);
    case IssueOrder::RepeatingBanks:
      return swirled({0, 2, 4, 6}, narrow, true);
    case IssueOrder::Zigzag:
      return columns(true);
    case IssueOrder::XInner:
      return columns(false);
    case IssueOrder::YInner:
      return rows();
  }
  return {};
}

}  // namespace tcviz::maxas
