#include "gpu/kernel/xray/verdict/host_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tcviz::inline gpu_xray {
namespace {

std::vector<int> axes_in(AxisBits bits) {
  std::vector<int> found;
  for (int axis = 0; axis < static_cast<int>(most_axes); ++axis)
    if (((bits >> axis) & 1) != 0) found.push_back(axis);
  return found;
}

double plus(double a, double b) { return a + b; }
double minus(double a, double b) { return a - b; }
double times(double a, double b) { return a * b; }
double over(double a, double b) { return a / b; }
double larger(double a, double b) { return a < b ? b : a; }
double smaller(double a, double b) { return b < a ? b : a; }

// Returns the number of values of the product of two.
std::int64_t values_of_both(const DenseNumbers& a, const DenseNumbers& b) {
  std::vector<std::int64_t> sizes = a.sizes;
  for (std::size_t at = 0; at < b.axes.size(); ++at)
    if (std::ranges::find(a.axes, b.axes[at]) == a.axes.end()) sizes.push_back(b.sizes[at]);
  return count_of(sizes);
}

// Multiplies the two of more than two factors that make the smallest product.
Status multiply_two(std::vector<DenseNumbers>& factors, HostBudget& budget) {
  std::size_t first = 0, second = 1;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t a = 0; a < factors.size(); ++a)
    for (std::size_t b = a + 1; b < factors.size(); ++b)
      if (const std::int64_t values = values_of_both(factors[a], factors[b]); values < least)
        least = values, first = a, second = b;
  Result<DenseNumbers> made = combined(factors[first], factors[second], times, budget);
  TCVIZ_TRY(made);
  factors[first] = std::move(made).value();
  factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(second));
  return Nothing{};
}

}  // namespace

HostNumbers::HostNumbers(const HostInputs& inputs, WantedIndices wanted)
    : inputs_(inputs), axes_(axes_of(inputs.launch)), wanted_(std::move(wanted)) {
  wanted_.resize(axes_.size());
}

Result<DenseNumbers> HostNumbers::evaluate(const OutputExpectation& of) {
  budget_ = HostBudget();
  return value(of, static_cast<int>(of.nodes.size()) - 1);
}

std::int64_t HostNumbers::size(std::size_t axis, AxisBits bound) const {
  const bool all = wanted_[axis].empty() || ((bound >> axis) & 1) != 0;
  return all ? axes_[axis].size : static_cast<std::int64_t>(wanted_[axis].size());
}

std::int64_t HostNumbers::index(int axis, std::int64_t at, AxisBits bound) const {
  const auto& wanted = wanted_[static_cast<std::size_t>(axis)];
  return wanted.empty() || ((bound >> axis) & 1) != 0 ? at : wanted[static_cast<std::size_t>(at)];
}

Result<DenseNumbers> HostNumbers::value(const OutputExpectation& of, int number) {
  const ExpectedNode& node = of.nodes[static_cast<std::size_t>(number)];
  if (node.form != ExpectedForm::Reduction && node.form != ExpectedForm::Softmax) return computed(of, node);
  std::pair<AxisBits, std::string> key(of.bound, of.source.substr(node.begin, node.end - node.begin));
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  Result<DenseNumbers> made = computed(of, node);
  TCVIZ_TRY(made);
  known_values_ += made.value().values.size();
  if (known_values_ <= static_cast<std::size_t>(HostBudget::most_values)) known_[std::move(key)] = made.value();
  return made;
}

Result<DenseNumbers> HostNumbers::computed(const OutputExpectation& of, const ExpectedNode& node) {
  switch (node.form) {
    case ExpectedForm::Number:
      return DenseNumbers{{}, {}, {node.number}};
    case ExpectedForm::Scalar:
      return DenseNumbers{{}, {}, {inputs_.scalars[node.argument].value}};
    case ExpectedForm::Input:
      return input(of, node);
    case ExpectedForm::One:
      return of_one(of, node);
    case ExpectedForm::Two:
      return of_two(of, node);
    case ExpectedForm::Reduction:
      return node.kind == ReductionKind::Sum ? sum(of, node) : reduction(of, node);
    case ExpectedForm::Softmax:
      return softmax(of, node);
    case ExpectedForm::Causal:
      return causal(of, node);
  }
  return unavailable("this is no expression");
}

Result<DenseNumbers> HostNumbers::input(const OutputExpectation& of, const ExpectedNode& node) const {
  const XrayArray& array = inputs_.launch.arguments[node.argument].array;
  const auto numbers = std::ranges::find_if(inputs_.numbers, [&](const auto& one) { return one.first == array.name; });
  if (numbers == inputs_.numbers.end()) return unavailable("an input has no numbers");
  const std::vector<std::int64_t> strides = place_strides(array);
  DenseNumbers made;
  for (const ArrayDimension& dimension : array.dimensions) {
    const auto axis = std::ranges::find(axes_, dimension.name, &ArrayDimension::name) - axes_.begin();
    made.axes.push_back(static_cast<int>(axis));
    made.sizes.push_back(size(static_cast<std::size_t>(axis), of.bound));
  }
  const std::int64_t count = count_of(made.sizes);
  HostBudget budget;
  TCVIZ_TRY(budget.take(count, count));
  std::vector<std::int64_t> places = {0};
  for (std::size_t d = 0; d < made.axes.size(); ++d) {
    std::vector<std::int64_t> along, longer;
    for (std::int64_t at = 0; at < made.sizes[d]; ++at) along.push_back(strides[d] * index(made.axes[d], at, of.bound));
    longer.reserve(places.size() * along.size());
    for (const std::int64_t place : places)
      for (const std::int64_t more : along) longer.push_back(place + more);
    places = std::move(longer);
  }
  made.values.reserve(places.size());
  for (const std::int64_t place : places) made.values.push_back(numbers->second[static_cast<std::size_t>(place)]);
  return made;
}

Result<DenseNumbers> HostNumbers::of_one(const OutputExpectation& of, const ExpectedNode& node) {
  Result<DenseNumbers> made = value(of, node.left);
  TCVIZ_TRY(made);
  TCVIZ_TRY(budget_.take(static_cast<std::int64_t>(made.value().values.size()), 0));
  for (double& number : made.value().values) number = node.one(number);
  return made;
}

Result<DenseNumbers> HostNumbers::of_two(const OutputExpectation& of, const ExpectedNode& node) {
  const Result<DenseNumbers> left = value(of, node.left);
  TCVIZ_TRY(left);
  const Result<DenseNumbers> right = value(of, node.right);
  TCVIZ_TRY(right);
  return combined(left.value(), right.value(), node.two, budget_);
}

Result<DenseNumbers> HostNumbers::reduction(const OutputExpectation& of, const ExpectedNode& node) {
  const Result<DenseNumbers> inside = value(of, node.left);
  TCVIZ_TRY(inside);
  const OfTwo by = node.kind == ReductionKind::Max ? larger : node.kind == ReductionKind::Min ? smaller : plus;
  Result<DenseNumbers> made = reduced(inside.value(), axes_in(node.over), by, budget_);
  TCVIZ_TRY(made);
  if (node.kind != ReductionKind::Mean) return made;
  const auto lines = static_cast<double>(inside.value().values.size());
  const double count = lines / static_cast<double>(made.value().values.size());
  for (double& number : made.value().values) number /= count;
  return made;
}

// Collects the factors of a product, so that a sum of two of them needs no room for all of their products.
Status HostNumbers::factors(const OutputExpectation& of, int number, bool inverse, std::vector<DenseNumbers>& into) {
  const ExpectedNode& node = of.nodes[static_cast<std::size_t>(number)];
  if (node.form == ExpectedForm::Two && (node.sign == '*' || node.sign == '/')) {
    TCVIZ_TRY(factors(of, node.left, inverse, into));
    return factors(of, node.right, inverse != (node.sign == '/'), into);
  }
  Result<DenseNumbers> factor = value(of, number);
  TCVIZ_TRY(factor);
  if (inverse)
    for (double& one : factor.value().values) one = over(1, one);
  into.push_back(std::move(factor).value());
  return Nothing{};
}

Result<DenseNumbers> HostNumbers::sum(const OutputExpectation& of, const ExpectedNode& node) {
  std::vector<DenseNumbers> found;
  TCVIZ_TRY(factors(of, node.left, false, found));
  while (found.size() > 2) TCVIZ_TRY(multiply_two(found, budget_));
  const std::vector<int> axes = axes_in(node.over);
  if (found.size() == 1) return reduced(found[0], axes, plus, budget_);
  return contracted(std::move(found[0]), std::move(found[1]), axes, budget_);
}

Result<DenseNumbers> HostNumbers::softmax(const OutputExpectation& of, const ExpectedNode& node) {
  const Result<DenseNumbers> inside = value(of, node.left);
  TCVIZ_TRY(inside);
  const std::vector<int> axes = axes_in(node.over);
  const Result<DenseNumbers> top = reduced(inside.value(), axes, larger, budget_);
  TCVIZ_TRY(top);
  Result<DenseNumbers> powers = combined(inside.value(), top.value(), minus, budget_);
  TCVIZ_TRY(powers);
  for (double& number : powers.value().values) number = std::exp(number);
  const Result<DenseNumbers> all = reduced(powers.value(), axes, plus, budget_);
  TCVIZ_TRY(all);
  return combined(powers.value(), all.value(), over, budget_);
}

Result<DenseNumbers> HostNumbers::causal(const OutputExpectation& of, const ExpectedNode& node) {
  const Result<DenseNumbers> inside = value(of, node.left);
  TCVIZ_TRY(inside);
  const std::int64_t queries = size(static_cast<std::size_t>(node.query), of.bound),
                     keys = size(static_cast<std::size_t>(node.key), of.bound);
  TCVIZ_TRY(budget_.take(count_of({queries, keys}), count_of({queries, keys})));
  DenseNumbers mask{{node.query, node.key}, {queries, keys}, {}};
  for (std::int64_t q = 0; q < queries; ++q)
    for (std::int64_t j = 0; j < keys; ++j)
      mask.values.push_back(index(node.key, j, of.bound) <= index(node.query, q, of.bound)
                                ? 0
                                : -std::numeric_limits<double>::infinity());
  return combined(inside.value(), mask, plus, budget_);
}

std::vector<std::int64_t> place_strides(const XrayArray& array) {
  const std::size_t count = array.dimensions.size();
  std::vector<std::int64_t> strides(count);
  std::int64_t step = 1;
  for (std::size_t nth = 0; nth < count; ++nth) {
    const std::size_t at = array.first_is_fastest ? nth : count - 1 - nth;
    strides[at] = step;
    step *= nth == 0 && array.pitch > 0 ? array.pitch : array.dimensions[at].size;
  }
  return strides;
}

}  // namespace tcviz::inline gpu_xray
