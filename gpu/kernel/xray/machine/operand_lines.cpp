#include "gpu/kernel/xray/machine/operand_lines.hpp"

#include <algorithm>
#include <functional>

namespace tcviz::inline gpu_xray {
namespace {

// Takes `value` into `known` if that is still `open`. False if they differ.
template <class T>
bool agree(T& known, T value, T open) {
  if (value == open) return true;
  if (known == open) known = value;
  return known == value;
}

bool meet(const Order& a, const Order& b) {
  for (std::size_t step = 0; step < a.size(); ++step)
    if (a[step] >= 0 && b[step] >= 0 && a[step] != b[step]) return false;
  return true;
}

}  // namespace

std::optional<OperandLines> operand_of(const LabelSpace& labels, const LabelledTile& tile, int k, bool is_b) {
  OperandLines made{is_b ? 'b' : 'a', is_b ? tile.cols : tile.rows, is_b ? tile.rows : tile.cols, {}, {}};
  for (int line = 0; line < made.lines; ++line)
    for (int step = 0; step < made.steps; ++step) {
      const std::size_t at = is_b ? tile.at(step, line) : tile.at(line, step);
      const Label label = tile.labels[at];
      made.owners.push_back(tile.owners[at]);
      made.factors.emplace_back();
      if (label == 0) continue;
      const LabelShape& shape = labels.shape(label);
      if (shape.finding >= 0 || shape.dimensions[k].state != DimensionState::Point) return std::nullopt;
      made.factors.back() = {labels.point(label, k), label & ~labels.mask(k)};
    }
  return made;
}

std::optional<Order> order_of(const OperandLines& operand) {
  Order order(static_cast<std::size_t>(operand.steps), -1);
  for (int line = 0; line < operand.lines; ++line) {
    Label own = 0;
    for (int step = 0; step < operand.steps; ++step) {
      const Factor& factor = operand.factors[operand.at(line, step)];
      if (!agree(order[static_cast<std::size_t>(step)], factor.k, std::int64_t{-1}) ||
          !agree(own, factor.line, Label{0}))
        return std::nullopt;
    }
  }
  return order;
}

bool is_in_order(const OperandLines& operand) {
  const std::optional<Order> order = order_of(operand);
  return order && std::ranges::adjacent_find(*order, std::ranges::greater_equal{}) == order->end();
}

bool meet(const OperandLines& a, const OperandLines& b) {
  const std::optional<Order> left = order_of(a), right = order_of(b);
  return left && right && meet(*left, *right);
}

OperandLines with_factors_from(const OperandLines& operand, const std::vector<std::size_t>& from) {
  OperandLines made = operand;
  for (std::size_t place = 0; place < from.size(); ++place) made.factors[place] = operand.factors[from[place]];
  return made;
}

std::vector<Label> elements_of_lines(const OperandLines& operand) {
  std::vector<Label> lines(static_cast<std::size_t>(operand.lines), 0);
  for (std::size_t place = 0; place < operand.factors.size(); ++place)
    if (const Factor& factor = operand.factors[place]; factor.k >= 0)
      lines[place / static_cast<std::size_t>(operand.steps)] = factor.line;
  return lines;
}

bool are_apart(std::vector<Label> lines) {
  std::erase(lines, Label{0});
  std::ranges::sort(lines);
  return std::ranges::adjacent_find(lines) == lines.end();
}

OperandLines without_register(const OperandLines& operand, std::int32_t reg) {
  OperandLines made = operand;
  for (std::size_t place = 0; place < made.factors.size(); ++place)
    if (made.owners[place].reg == reg) made.factors[place] = Factor();
  return made;
}

}  // namespace tcviz::inline gpu_xray
