#include "gpu/kernel/xray/verdict/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "gpu/kernel/xray/verdict/number_comparison.hpp"
#include "gpu/kernel/xray/verdict/sensitivity.hpp"
#include "gpu/kernel/xray/verdict/usual_expectations.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// A few elements tell most expressions apart; an expression that fits them is compared with all elements.
constexpr std::size_t sampled_indices = 12;
constexpr double sampled_slack = 4;
constexpr int most_in_full = 4;

class NumbersJudge {
 public:
  NumbersJudge(const HostInputs& inputs, const XrayArray& array, bool all_blocks, OutputVerdict& verdict)
      : inputs_(inputs), array_(array), all_blocks_(all_blocks), verdict_(verdict) {}

  void judge() {
    const auto& given = inputs_.launch.expectations;
    const auto own = std::ranges::find(given, array_.name, &OutputExpectation::output);
    if (own == given.end() && verdict_.state == VerdictState::Wrong) return look_for_usual();
    if (own == given.end() && verdict_.state != VerdictState::Right && !verdict_.is_masked) return;
    if (std::ranges::find(verdict_.stored, true) == verdict_.stored.end())
      numbers_.reason = "nothing was stored";
    else if (own != given.end())
      judge_given(*own);
    else
      judge_usual();
    numbers_.given = own != given.end();
    if (numbers_.state == VerdictState::Unjudged && verdict_.state == VerdictState::Right)
      verdict_.state = VerdictState::Unjudged;
    verdict_.numbers = std::move(numbers_);
  }

 private:
  void judge_given(const OutputExpectation& of) {
    numbers_.expression = of.text;
    take(ComparedElements(inputs_, array_, verdict_, 0).compare(of));
    if (!numbers_.reason.empty()) return;
    if (numbers_.state == VerdictState::Right) return prove(of);
    // The additions of other blocks are missing; if the labels are right, nothing is missing.
    if (verdict_.state == VerdictState::Unjudged && !all_blocks_) {
      numbers_.state = VerdictState::Unjudged;
      numbers_.reason = "other blocks, which were not executed, may take part";
    } else if (verdict_.state != VerdictState::Incomplete) {
      verdict_.state = VerdictState::Wrong;
    }
  }

  void take(NumberComparison comparison) {
    numbers_.compared = comparison.compared;
    numbers_.reason = std::move(comparison.impossible);
    if (!numbers_.reason.empty()) return;
    numbers_.first = std::move(comparison.first);
    numbers_.state = comparison.different == 0 ? VerdictState::Right : VerdictState::Wrong;
  }

  // Makes elements right by equal numbers, unless the inputs are too small to tell.
  void prove(const OutputExpectation& of) {
    numbers_.reason = hidden_input(inputs_, array_, verdict_, of);
    if (numbers_.reason.empty()) return lift();
    numbers_.state = VerdictState::Unjudged;
  }

  // Makes elements right by their numbers, if the labels could not tell. Elements without a number keep their state.
  void lift() {
    if (verdict_.state != VerdictState::Unjudged) return;
    if (all_blocks_ && verdict_.written < verdict_.elements) return;
    verdict_.state = VerdictState::Right;
    for (VerdictClass& one : verdict_.classes)
      if (one.state == VerdictState::Unjudged || one.state == VerdictState::Incomplete) one.state = VerdictState::Right;
  }

  std::vector<OutputExpectation> read_usual(TextWish wish) const {
    std::vector<OutputExpectation> found;
    for (const std::string& text : usual_expectations({inputs_, array_, verdict_.sources, wish})) {
      if (verdict_.is_masked && text.find("causal(") == std::string::npos) continue;
      Result<OutputExpectation> read = read_expectation(array_.name + " = " + text, inputs_.launch);
      if (read) found.push_back(std::move(read).value());
    }
    return found;
  }

  // Returns the expressions that fit a few elements, the first of those that fit best in front: gelu and gelu_tanh are
  // close to each other.
  static std::vector<OutputExpectation> likely(std::vector<OutputExpectation> usual, ComparedElements& some) {
    std::vector<OutputExpectation> found;
    double least = 0;
    for (OutputExpectation& of : usual) {
      const NumberComparison sample = some.compare(of, sampled_slack);
      if (!sample.same() && sample.compared > 0) continue;
      constexpr double rounding = 1e-12, much_better = 16;
      const double error = std::max(sample.error_squared, rounding * sample.expected_squared);
      const bool is_best = found.empty() || error < least / much_better;
      if (is_best) least = error;
      found.insert(is_best ? found.begin() : found.end(), std::move(of));
    }
    return found;
  }

  // Finds a usual expression that fits all elements, and how they compare with it.
  std::optional<std::pair<OutputExpectation, NumberComparison>> fitting(ComparedElements& some, ComparedElements& all) {
    int in_full = 0;
    for (OutputExpectation& of : likely(read_usual(TextWish::Usual), some)) {
      if (in_full++ == most_in_full) break;
      NumberComparison whole = all.compare(of);
      if (!whole.impossible.empty()) numbers_.reason = whole.impossible;
      if (whole.same()) return std::pair(std::move(of), std::move(whole));
    }
    return std::nullopt;
  }

  // Compares elements that the labels call wrong: if all have the numbers of a usual expression, the labels may err.
  void look_for_usual() {
    ComparedElements some(inputs_, array_, verdict_, sampled_indices), all(inputs_, array_, verdict_, 0);
    auto fit = fitting(some, all);
    if (!fit) return;
    numbers_.expression = fit->first.text;
    take(std::move(fit->second));
    verdict_.numbers = std::move(numbers_);
  }

  void judge_usual() {
    ComparedElements some(inputs_, array_, verdict_, sampled_indices), all(inputs_, array_, verdict_, 0);
    if (auto fit = fitting(some, all)) {
      numbers_.expression = fit->first.text;
      if (const std::string mistake = alike(some, all); !mistake.empty()) {
        numbers_.reason = fmt::format("they would be the same if they were {}: other inputs tell them apart", mistake);
        return;
      }
      take(std::move(fit->second));
      return prove(fit->first);
    }
    if (numbers_.reason.empty()) numbers_.reason = "no usual expression gives them";
    find_nearest(some, all);
  }

  // Returns a mistake that these numbers do not show; empty: none of the known ones.
  std::string alike(ComparedElements& some, ComparedElements& all) const {
    for (const OutputExpectation& of : read_usual(TextWish::Mistakes))
      if (some.compare(of).same() && all.compare(of).same()) return of.text;
    return {};
  }

  // Finds an expression that the launch lacks and that the numbers equal, without a factor or term if there is one;
  // else the first difference from the expression that fits best.
  void find_nearest(ComparedElements& some, ComparedElements& all) {
    std::vector<std::pair<OutputExpectation, NumberComparison>> near;
    for (OutputExpectation& of : read_usual(TextWish::Near)) {
      NumberComparison sample = some.compare(of);
      if (sample.impossible.empty() && sample.compared > 0) near.emplace_back(std::move(of), std::move(sample));
    }
    if (near.empty()) return;
    const OutputExpectation likeliest = near.front().first;
    std::ranges::stable_sort(near, {}, [](const auto& one) { return one.second.different; });
    int in_full = 0;
    for (const auto& [of, sample] : near)
      for (const std::string& text : relations(of, sample))
        if (fits(text, some) && in_full++ < most_in_full && fits(text, all)) {
          numbers_.nearest = text;
          return;
        }
    const auto& [best, sample] = near.front();
    tell_difference(2 * sample.different < sample.compared ? best : likeliest, all);
  }

  void tell_difference(const OutputExpectation& from, ComparedElements& all) {
    NumberComparison whole = all.compare(from);
    if (!whole.impossible.empty()) return;
    numbers_.expression = from.text;
    numbers_.compared = whole.compared;
    numbers_.first = std::move(whole.first);
  }

  bool fits(const std::string& text, ComparedElements& elements) const {
    const Result<OutputExpectation> read = read_expectation(array_.name + " = " + text, inputs_.launch);
    return read.ok() && elements.compare(read.value()).same();
  }

  // Returns the expression itself, with a factor, and with a term.
  static std::vector<std::string> relations(const OutputExpectation& of, const NumberComparison& sample) {
    if (sample.different == 0) return {of.text};
    std::vector<std::string> found;
    const double factor = sample.found_by_expected / sample.expected_squared;
    if (std::isfinite(factor) && factor != 0) found.push_back(fmt::format("{:.4g} * ({})", factor, of.text));
    const double term = (sample.found - sample.expected) / static_cast<double>(sample.compared);
    if (std::isfinite(term) && term != 0)
      found.push_back(fmt::format("{} {} {:.4g}", of.text, term < 0 ? '-' : '+', std::fabs(term)));
    return found;
  }

  const HostInputs& inputs_;
  const XrayArray& array_;
  bool all_blocks_;
  OutputVerdict& verdict_;
  OutputNumbers numbers_;
};

}  // namespace

void judge_numbers(const HostInputs& inputs, const XrayArray& array, bool all_blocks, OutputVerdict& verdict) {
  NumbersJudge(inputs, array, all_blocks, verdict).judge();
}

}  // namespace tcviz::inline gpu_xray
