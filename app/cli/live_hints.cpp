#include "app/cli/live_hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/one_layout.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

constexpr std::size_t most_layouts = 3;

bool right_under(const LiveAnswer& answer, const Layout& layout, const ExpectedMatrix& expected) {
  return layout.rows() == expected.rows && layout.cols() == expected.cols &&
         compare_live(answer.values, layout, expected, answer.tolerance).right();
}

// "x[0] and x[1] are exchanged", or the whole order.
std::string order_text(const std::vector<int>& order) {
  std::vector<int> moved;
  for (int i = 0; i < static_cast<int>(order.size()); ++i)
    if (order[static_cast<std::size_t>(i)] != i) moved.push_back(i);
  if (moved.size() == 2)
    return fmt::format("all values would be right with x[{}] and x[{}] exchanged in every thread.", moved[0], moved[1]);
  return fmt::format("all values would be right if x[0], x[1], ... were x[{}] of every thread.",
                     fmt::join(order, "], x["));
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
  if (const auto order = order_of_values(answer.values, answer.layout, expected, answer.tolerance))
    hints.push_back(order_text(*order));
  for (const KnownLayout& known : known_layouts(context, answer.layout.threads(), answer.layout.values())) {
    if (hints.size() > most_layouts || known.layout.element_bits() != answer.layout.element_bits()) continue;
    if (!known.layout.same_map(answer.layout) && right_under(answer, known.layout, expected))
      hints.push_back(layout_text(known));
  }
  return hints;
}

}  // namespace app_cli
}  // namespace tcviz
