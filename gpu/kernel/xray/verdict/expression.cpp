#include "gpu/kernel/xray/verdict/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::size_t most_letters = 4096;
constexpr int deepest_brackets = 64, deepest_tree = 200;

double relu(double x) { return x < 0 ? 0 : x; }
double gelu(double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); }
double gelu_tanh(double x) {
  const double steep = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  return 0.5 * x * (1 + std::tanh(steep * (x + 0.044715 * x * x * x)));
}
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double silu(double x) { return x * sigmoid(x); }

struct FunctionOfOne {
  std::string_view name;
  double (*of)(double);
};
constexpr std::array<FunctionOfOne, 12> functions_of_one{{
    {"relu", relu},
    {"gelu", gelu},
    {"gelu_tanh", gelu_tanh},
    {"silu", silu},
    {"sigmoid", sigmoid},
    {"tanh", [](double x) { return std::tanh(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"abs", [](double x) { return std::fabs(x); }},
    {"round", [](double x) { return std::nearbyint(x); }},
}};

struct FunctionOfTwo {
  std::string_view name;
  int rank;  // of an operator: a higher one binds more; 0: a function
  double (*of)(double, double);
};
constexpr std::array<FunctionOfTwo, 6> functions_of_two{{
    {"+", 1, [](double a, double b) { return a + b; }},
    {"-", 1, [](double a, double b) { return a - b; }},
    {"*", 2, [](double a, double b) { return a * b; }},
    {"/", 2, [](double a, double b) { return a / b; }},
    {"min", 0, [](double a, double b) { return std::fmin(a, b); }},
    {"max", 0, [](double a, double b) { return std::fmax(a, b); }},
}};

struct ReductionName {
  std::string_view name;
  ExpectedForm form;
  ReductionKind kind;
};
constexpr std::array<ReductionName, 6> reductions{{
    {"sum", ExpectedForm::Reduction, ReductionKind::Sum},
    {"mean", ExpectedForm::Reduction, ReductionKind::Mean},
    {"max", ExpectedForm::Reduction, ReductionKind::Max},
    {"min", ExpectedForm::Reduction, ReductionKind::Min},
    {"softmax", ExpectedForm::Softmax, ReductionKind::Sum},
    {"causal", ExpectedForm::Causal, ReductionKind::Sum},
}};

std::string no_function(std::string_view word) {
  std::vector<std::string_view> legal;
  for (const ReductionName& row : reductions) legal.push_back(row.name);
  for (const FunctionOfOne& row : functions_of_one) legal.push_back(row.name);
  return fmt::format("there is no function '{}'; functions are {}", word,
                     fmt::join(nearest_words(word, legal, legal.size()), ", "));
}

template <class Rows>
auto row_named(const Rows& rows, std::string_view name) {
  const auto found = std::ranges::find_if(rows, [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// Makes nodes from the left to the right; its functions return the number of a node.
class ExpectationReader {
 public:
  ExpectationReader(std::string_view text, const XrayLaunch& launch)
      : text_(text), launch_(launch), axes_(axes_of(launch)), scalars_(named_scalars(launch)) {}

  // Reads NAME = expression.
  Result<OutputExpectation> read() {
    if (text_.size() > most_letters) return wrong_at(most_letters, "the text ends before its 4,096th character");
    if (axes_.size() > most_axes) return wrong_at(0, "the launch has too many dimensions for an expression");
    const std::size_t begin = next();
    made_.output = std::string(name());
    const XrayArray* const output = launch_.array_named(made_.output);
    if (outputs().empty()) return wrong_at(begin, "the launch has no output: give one, as in --arg 'C=out f32[m,n]'");
    if (output == nullptr || output->role == ArrayRole::In)
      return wrong_at(begin, fmt::format("an output is expected, one of {}", fmt::join(outputs(), ", ")));
    if (!take('=')) return wrong_at(next(), "'=' is expected");
    const std::size_t first = next();
    const Result<int> whole = sums();
    TCVIZ_TRY(whole);
    if (next() < text_.size()) return wrong_at(next(), "an operator (+ - * /) or the end is expected");
    made_.text = std::string(trimmed(text_.substr(first)));
    made_.source = std::string(text_);
    TCVIZ_TRY(check_axes(*output, first));
    return std::move(made_);
  }

 private:
  Error wrong_at(std::size_t at, std::string_view what) const {
    return bad_input(fmt::format("--expect '{}', column {}: {}.", text_.substr(0, most_letters), at + 1, what));
  }

  std::size_t next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_;
  }
  bool take(char wanted) {
    if (next() == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  std::string_view name() {
    const std::size_t begin = next();
    if (begin < text_.size() && is_name_start(text_[begin]))
      while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::vector<std::string> outputs() const {
    std::vector<std::string> found;
    for (const XrayArgument& argument : launch_.arguments)
      if (argument.has_array() && argument.array.role != ArrayRole::In) found.push_back(argument.array.name);
    return found;
  }

  Result<int> add(ExpectedNode node, std::size_t begin) {
    for (const int child : {node.left, node.right})
      if (child >= 0) {
        const ExpectedNode& below = made_.nodes[static_cast<std::size_t>(child)];
        node.depth = std::max(node.depth, below.depth + 1);
        node.axes |= below.axes;
      }
    if (node.form == ExpectedForm::Reduction) node.axes &= ~node.over;  // a softmax keeps them
    if (node.depth > deepest_tree) return wrong_at(begin, "the expression is too deep; make it shorter");
    node.begin = begin, node.end = at_;
    made_.nodes.push_back(node);
    return static_cast<int>(made_.nodes.size()) - 1;
  }

  AxisBits axes_in(int node) const { return made_.nodes[static_cast<std::size_t>(node)].axes; }

  // Reads product { (+ | -) product }.
  Result<int> sums() {
    if (++brackets_ > deepest_brackets) return wrong_at(at_, "brackets are nested too deep");
    Result<int> made = operators(1);
    --brackets_;
    return made;
  }

  // Reads operators of this rank between operands that bind more: signed { (* | /) signed }
  Result<int> operators(int rank) {
    const std::size_t begin = next();
    Result<int> left = rank < 2 ? operators(rank + 1) : with_sign();
    TCVIZ_TRY(left);
    while (next() < text_.size()) {
      const FunctionOfTwo* const row = row_named(functions_of_two, text_.substr(at_, 1));
      if (row == nullptr || row->rank != rank) break;
      ++at_;
      const Result<int> right = rank < 2 ? operators(rank + 1) : with_sign();
      TCVIZ_TRY(right);
      left = two(*row, left.value(), right.value(), begin);
      TCVIZ_TRY(left);
    }
    return left;
  }

  Result<int> two(const FunctionOfTwo& row, int left, int right, std::size_t begin) {
    if (row.name == "/" && is_zero(right)) return wrong_at(begin, "this divides by 0: no output has such a number");
    ExpectedNode node;
    node.form = ExpectedForm::Two, node.two = row.of, node.left = left, node.right = right;
    node.sign = row.rank > 0 ? row.name.front() : '\0';
    return add(node, begin);
  }

  // True for 0, -0.0, log(1), 2 - 2 and the like.
  bool is_zero(int at) const { return constant(at) == 0.0; }
  // Returns the value of what is made of numbers alone; none of anything else.
  std::optional<double> constant(int at) const {
    if (at < 0) return std::nullopt;
    const ExpectedNode& node = made_.nodes[static_cast<std::size_t>(at)];
    if (node.form == ExpectedForm::Number) return node.number;
    if (node.form != ExpectedForm::One && node.form != ExpectedForm::Two) return std::nullopt;
    const std::optional<double> left = constant(node.left);
    if (!left || node.form == ExpectedForm::One) return left ? std::optional(node.one(*left)) : std::nullopt;
    const std::optional<double> right = constant(node.right);
    return right ? std::optional(node.two(*left, *right)) : std::nullopt;
  }

  // Reads - signed | atom.
  Result<int> with_sign() {
    const std::size_t begin = next();
    if (!take('-')) return atom();
    if (++brackets_ > deepest_brackets) return wrong_at(begin, "there are too many signs in a row");
    const Result<int> of = with_sign();
    --brackets_;
    TCVIZ_TRY(of);
    ExpectedNode node;
    node.form = ExpectedForm::One, node.one = [](double x) { return -x; }, node.left = of.value();
    return add(node, begin);
  }

  // Reads number | ( expression ) | name | name ( ... ).
  Result<int> atom() {
    const std::size_t begin = next();
    if (take('(')) {
      Result<int> inside = sums();
      TCVIZ_TRY(inside);
      TCVIZ_TRY(closed());
      return inside;
    }
    if (begin < text_.size() && (is_digit(text_[begin]) || text_[begin] == '.')) return number();
    const std::string_view word = name();
    if (word.empty()) return wrong_at(begin, "a number, an input, a function or ( is expected");
    return take('(') ? call(word, begin) : variable(word, begin);
  }

  Status closed() { return take(')') ? Status(Nothing{}) : Status(wrong_at(next(), "')' or an operator is expected")); }

  Result<int> number() {
    const std::size_t begin = at_;
    ExpectedNode node;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), node.number);
    if (error != std::errc() || !std::isfinite(node.number)) return wrong_at(begin, "this is not a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return add(node, begin);
  }

  Result<int> variable(std::string_view word, std::size_t begin) {
    ExpectedNode node;
    for (std::size_t at = 0; at < launch_.arguments.size(); ++at) {
      const XrayArgument& argument = launch_.arguments[at];
      if (!argument.has_array() || argument.array.name != word) continue;
      if (argument.array.role == ArrayRole::Out)
        return wrong_at(begin, fmt::format("{} is only written, so it is no input", word));
      node.form = ExpectedForm::Input, node.argument = at;
      for (const ArrayDimension& dimension : argument.array.dimensions)
        node.axes |= AxisBits{1} << axis(dimension.name);
      return add(node, begin);
    }
    const auto scalar = std::ranges::find(scalars_, word, &NamedScalar::name);
    if (scalar == scalars_.end()) return wrong_at(begin, fmt::format("'{}' is not known: {}", word, known_names()));
    node.form = ExpectedForm::Scalar, node.argument = scalar->argument;
    return add(node, begin);
  }

  std::string known_names() const {
    std::vector<std::string> names;
    for (const XrayArgument& argument : launch_.arguments)
      if (argument.has_array() && argument.array.role != ArrayRole::Out) names.push_back(argument.array.name);
    for (const NamedScalar& scalar : scalars_) names.push_back(scalar.name);
    if (names.empty()) return "the launch has no inputs";
    return fmt::format("{} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
  }

  std::size_t axis(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(axes_, name, &ArrayDimension::name) - axes_.begin());
  }

  // Reads, behind the bracket of "sum(k, l: x)", the names in front of the colon. None: there is no such list.
  std::vector<std::pair<std::string_view, std::size_t>> axis_list() {
    const std::size_t begin = at_;
    std::vector<std::pair<std::string_view, std::size_t>> found;
    do {
      const std::size_t at = next();
      found.emplace_back(name(), at);
    } while (!found.back().first.empty() && take(','));
    if (!found.back().first.empty() && take(':')) return found;
    at_ = begin;
    return {};
  }

  Result<int> call(std::string_view word, std::size_t begin) {
    const ReductionName* const reduction = row_named(reductions, word);
    const FunctionOfTwo* const of_two = row_named(functions_of_two, word);
    const FunctionOfOne* const of_one = row_named(functions_of_one, word);
    if (reduction != nullptr) {
      const auto list = axis_list();
      if (!list.empty()) return reduced(*reduction, list, begin);
      if (of_two == nullptr)
        return wrong_at(at_, fmt::format("axes and a colon are expected, as in {}({}: ...)", word,
                                         word == "causal" ? "q, j" : "k"));
    }
    if (of_one == nullptr && of_two == nullptr) return wrong_at(begin, no_function(word));
    const Result<int> first = sums();
    TCVIZ_TRY(first);
    if (of_two == nullptr) {
      TCVIZ_TRY(closed());
      ExpectedNode node;
      node.form = ExpectedForm::One, node.one = of_one->of, node.left = first.value();
      return add(node, begin);
    }
    if (!take(',')) return wrong_at(next(), fmt::format("',' and a second number of {} are expected", word));
    const Result<int> second = sums();
    TCVIZ_TRY(second);
    TCVIZ_TRY(closed());
    return two(*of_two, first.value(), second.value(), begin);
  }

  Result<int> reduced(const ReductionName& row, const std::vector<std::pair<std::string_view, std::size_t>>& list,
                      std::size_t begin) {
    const Result<int> inside = sums();
    TCVIZ_TRY(inside);
    TCVIZ_TRY(closed());
    ExpectedNode node;
    node.form = row.form, node.kind = row.kind, node.left = inside.value();
    AxisBits named = 0;
    for (const auto& [word, at] : list) {
      const std::size_t found = axis(word);
      if (found == axes_.size()) return wrong_at(at, fmt::format("'{}' is no dimension of the launch", word));
      if (((named >> found) & 1) != 0) return wrong_at(at, fmt::format("{} appears twice", word));
      if (((axes_in(node.left) >> found) & 1) == 0)
        return wrong_at(at, fmt::format("the argument of {} has no {}", row.name, word));
      named |= AxisBits{1} << found;
    }
    if (row.form == ExpectedForm::Causal) {
      if (list.size() != 2) return wrong_at(begin, "causal has two axes: causal(q, j: x) keeps j up to q");
      node.query = static_cast<int>(axis(list[0].first)), node.key = static_cast<int>(axis(list[1].first));
      return add(node, begin);
    }
    made_.bound |= named;
    node.over = named;
    return add(node, begin);
  }

  Status check_axes(const XrayArray& output, std::size_t begin) const {
    for (std::size_t at = 0; at < axes_.size(); ++at) {
      const bool is_left = ((made_.whole().axes >> at) & 1) != 0;
      const std::string& name = axes_[at].name;
      if (is_left && std::ranges::find(output.dimensions, name, &ArrayDimension::name) == output.dimensions.end())
        return wrong_at(begin, fmt::format("the expression has {}, which {} lacks: reduce it, as in sum({}: ...)", name,
                                           output.name, name));
    }
    return Nothing{};
  }

  std::string_view text_;
  const XrayLaunch& launch_;
  std::vector<ArrayDimension> axes_;
  std::vector<NamedScalar> scalars_;
  OutputExpectation made_;
  std::size_t at_ = 0;
  int brackets_ = 0;
};

}  // namespace

Result<OutputExpectation> read_expectation(std::string_view text, const XrayLaunch& launch) {
  return ExpectationReader(text, launch).read();
}

std::vector<ArrayDimension> axes_of(const XrayLaunch& launch) {
  std::vector<ArrayDimension> found;
  for (const XrayArgument& argument : launch.arguments) {
    if (!argument.has_array()) continue;
    for (const ArrayDimension& dimension : argument.array.dimensions)
      if (std::ranges::find(found, dimension.name, &ArrayDimension::name) == found.end()) found.push_back(dimension);
  }
  return found;
}

std::vector<NamedScalar> named_scalars(const XrayLaunch& launch) {
  std::vector<NamedScalar> found;
  for (std::size_t at = 0; at < launch.arguments.size(); ++at)
    if (!launch.arguments[at].name.empty()) found.push_back({launch.arguments[at].name, at});
  std::size_t number = 0;
  constexpr std::array<std::string_view, 2> usual = {"alpha", "beta"};
  for (std::size_t at = 0; at < launch.arguments.size() && number < usual.size(); ++at) {
    const XrayArgument& argument = launch.arguments[at];
    if (argument.form != XrayArgument::Form::Number || !argument.name.empty()) continue;
    const std::string_view name = usual[number++];
    if (std::ranges::find(found, name, &NamedScalar::name) == found.end()) found.push_back({std::string(name), at});
  }
  return found;
}

}  // namespace tcviz::inline gpu_xray
