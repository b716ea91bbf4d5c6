#include "gpu/kernel/xray/verdict/sensitivity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/kernel/xray/verdict/number_comparison.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Two indices of each dimension show most alternatives; those that they do not show are compared with all elements.
constexpr std::size_t indices_tried = 2;

class Sensitivity {
 public:
  Sensitivity(const HostInputs& inputs, const XrayArray& output, const OutputVerdict& verdict)
      : inputs_(inputs), output_(output), verdict_(verdict), numbers_(inputs.numbers) {}

  std::string hidden(const OutputExpectation& of) {
    for (const XrayArgument& argument : inputs_.launch.arguments) {
      if (!argument.has_array() || argument.array.role == ArrayRole::Out) continue;
      const std::string& name = argument.array.name;
      const bool is_hidden = names(of, name) ? is_too_small(of, name) : may_be_added(of, argument.array);
      if (is_hidden) return name;
    }
    return {};
  }

 private:
  bool names(const OutputExpectation& of, const std::string& name) const {
    return std::ranges::any_of(of.nodes, [&](const ExpectedNode& node) {
      return node.form == ExpectedForm::Input && inputs_.launch.arguments[node.argument].array.name == name;
    });
  }

  NumberComparison compare(const HostInputs& inputs, const OutputExpectation& of) const {
    NumberComparison some = ComparedElements(inputs, output_, verdict_, indices_tried).compare(of);
    return some.same() ? ComparedElements(inputs, output_, verdict_, 0).compare(of) : some;
  }

  NumberComparison with_factor(const OutputExpectation& of, const std::string& name, double factor) {
    const auto changed = std::ranges::find(numbers_, name, &std::pair<std::string, std::vector<double>>::first);
    if (changed == numbers_.end()) return {};
    const std::vector<double> before = changed->second;
    for (double& number : changed->second) number *= factor;
    NumberComparison made = compare({inputs_.launch, numbers_, inputs_.scalars, inputs_.only_read}, of);
    changed->second = before;
    return made;
  }

  // Returns false if half of the input shows: its absence and its opposite sign change more than that.
  bool is_too_small(const OutputExpectation& of, const std::string& name) {
    const NumberComparison half = with_factor(of, name, 0.5);
    if (!half.same()) return false;
    const NumberComparison without = with_factor(of, name, 0);
    if (without.same() || !is_far_below(half, without)) return true;
    const NumberComparison opposite = with_factor(of, name, -1);
    return opposite.same() && !is_far_below(opposite, without);
  }

  // True if an alternative changes far less than the absence of the input: then its size is no question.
  static bool is_far_below(const NumberComparison& one, const NumberComparison& absence) {
    constexpr double part = 0.05;
    const auto mean = [](const NumberComparison& of) {
      return of.error_squared / static_cast<double>(std::max<std::int64_t>(1, of.compared));
    };
    return !(mean(one) > part * part * mean(absence));
  }

  // True if the numbers would be the same with this input, which the expression lacks, added to them.
  bool may_be_added(const OutputExpectation& of, const XrayArray& array) const {
    if (std::ranges::find(inputs_.only_read, array.name) == inputs_.only_read.end()) return false;
    std::vector<std::string> foreign;
    for (const ArrayDimension& dimension : array.dimensions)
      if (std::ranges::find(output_.dimensions, dimension.name, &ArrayDimension::name) == output_.dimensions.end())
        foreign.push_back(dimension.name);
    const std::string term =
        foreign.empty() ? array.name : fmt::format("sum({}: {})", fmt::join(foreign, ", "), array.name);
    const Result<OutputExpectation> sum =
        read_expectation(fmt::format("{} = {} + {}", output_.name, of.text, term), inputs_.launch);
    return sum.ok() && compare(inputs_, sum.value()).same();
  }

  const HostInputs& inputs_;
  const XrayArray& output_;
  const OutputVerdict& verdict_;
  std::vector<std::pair<std::string, std::vector<double>>> numbers_;
};

}  // namespace

std::string hidden_input(const HostInputs& inputs, const XrayArray& output, const OutputVerdict& verdict,
                         const OutputExpectation& of) {
  const std::string name = Sensitivity(inputs, output, verdict).hidden(of);
  if (name.empty()) return {};
  return fmt::format(
      "the inputs are too small to tell: without {0}, or with half of it or its opposite sign, they would be the same; "
      "larger ones tell ('*4' behind the dimensions of {0})",
      name);
}

}  // namespace tcviz::inline gpu_xray
