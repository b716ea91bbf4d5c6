#include "app/cli/kernels/live_hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::size_t most_layouts = 3;

bool right_under(const LiveAnswer& answer, const Layout& layout, const ExpectedMatrix& expected) {
  return layout.rows() == expected.rows && layout.cols() == expected.cols &&
         compare_live(answer.values, layout, expected, answer.tolerance).right();
}

// Lists the values or threads that are elsewhere, as many as a line holds.
std::string order_text(OrderOf what, const std::vector<int>& order) {
  constexpr std::size_t most_said = 6;
  const bool values = what == OrderOf::Values;
  std::vector<std::string> moved;
  for (int at = 0; at < static_cast<int>(order.size()); ++at)
    if (const int instead = order[static_cast<std::size_t>(at)]; instead != at)
      moved.push_back(values ? fmt::format("x[{}] holds what x[{}] should", at, instead)
                             : fmt::format("thread {} holds what thread {} should", at, instead));
  const std::size_t count = moved.size();
  moved.resize(std::min(count, most_said));
  return fmt::format("all values would be right with {} in another order: {}{}.",
                     values ? "the values of each thread" : "whole threads", fmt::join(moved, ", "),
                     count > most_said ? fmt::format(" and so on, {} in all", count) : "");
}

std::string layout_text(const KnownLayout& known) {
  return fmt::format("all values would be right in the layout of {}, {}.", known.kinds.front(),
                     fmt::join(shortened(known.sources), ", "));
}

}  // namespace

std::vector<std::string> live_hints(const LiveAnswer& answer, const Context& context) {
  std::vector<std::string> hints;
  const ExpectedMatrix& expected = *answer.expected;
  const bool square = expected.rows == expected.cols;
  if (square && right_under(answer, answer.layout, transposed(expected)))
    hints.emplace_back("all values would be right in the transposed matrix: rows and columns are exchanged.");
  for (const OrderOf what : {OrderOf::Values, OrderOf::Threads})
    if (const auto order = order_found(what, answer.values, answer.layout, expected, answer.tolerance))
      hints.push_back(order_text(what, *order));
  if (const auto factor = factor_found(answer.values, answer.layout, expected, answer.tolerance))
    hints.push_back(fmt::format("all values are {:.6g} times what was expected.", *factor));
  for (const KnownLayout& known : known_layouts(context, answer.layout.threads(), answer.layout.values())) {
    if (hints.size() > most_layouts || known.layout.element_bits() != answer.layout.element_bits()) continue;
    if (!known.layout.same_map(answer.layout) && right_under(answer, known.layout, expected))
      hints.push_back(layout_text(known));
  }
  return hints;
}

}  // namespace tcviz::inline app_cli
