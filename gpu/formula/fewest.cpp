#include "gpu/formula/fewest.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "gpu/formula/expression.hpp"
#include "gpu/formula/known_formulae.hpp"

namespace tcviz {
namespace {

using Values = SearchTable::Values;

int most_value(const Function2& function) {
  int most = 0;
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b) most = std::max(most, function.value(a, b));
  return most;
}

// Slots that a wrong formula can hardly all pass: every single bit, all bits, and some by chance, always the same.
std::vector<std::pair<int, int>> sample_of(const Function2& function) {
  std::vector<std::pair<int, int>> sample = {{0, 0}, {function.sizes[0] - 1, function.sizes[1] - 1}};
  for (int bit = 1; bit < function.sizes[0]; bit *= 2) sample.emplace_back(bit, 0);
  for (int bit = 1; bit < function.sizes[1]; bit *= 2) sample.emplace_back(0, bit);
  std::mt19937 random(1);
  while (sample.size() < SearchTable::points)
    sample.emplace_back(static_cast<int>(random() % static_cast<unsigned>(function.sizes[0])),
                        static_cast<int>(random() % static_cast<unsigned>(function.sizes[1])));
  return sample;
}

bool is_right(const Function2& function, const Spelled& formula) {
  const auto parsed = parse_expression(formula.text, Inputs::Slot);
  if (!parsed) return false;
  Evaluator evaluate(*parsed.value);
  Variables variables;
  for (int a = 0; a < function.sizes[0]; ++a) {
    for (int b = 0; b < function.sizes[1]; ++b) {
      variables[Variable::Tid] = a;
      variables[Variable::I] = b;
      if (evaluate(variables) != function.value(a, b)) return false;
    }
  }
  return true;
}

// A row that was kept for this function, where it is right.
std::optional<Fewest> kept(const Function2& function, std::uint64_t signature) {
  for (const KnownFormula& row : known_formulae()) {
    if (row.signature != signature) continue;
    const auto parsed = parse_expression(row.formula, Inputs::Slot);
    if (!parsed) continue;
    const Fewest found{{std::string(row.formula), "?", parsed.value->operators()}, row.none_below};
    if (is_right(function, found.formula)) return found;
  }
  return std::nullopt;
}

constexpr int searched = 4;  // every formula with fewer operators is in the tables' reach

}  // namespace

std::uint64_t signature_of(const Function2& function) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const auto add = [&](int value) { hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x100000001b3u; };
  add(function.sizes[0]);
  add(function.sizes[1]);
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b) add(function.value(a, b));
  return hash;
}

std::string describe_search_space() {
  return "all expressions of up to three of & | ^ + - * / % << >>; constants inside: 1 to 64, and up to 1024 those of "
         "two "
         "bits and 2^n - 1; any constant outermost; values from -32768 to 32767";
}

const SearchTable& FewestSearch::along(const Function2& function, int input) {
  auto& table = tables_[{input, function.sizes[input]}];
  if (!table) {
    Values leaf{};
    for (std::size_t p = 0; p < leaf.size(); ++p)
      leaf[p] = static_cast<std::int16_t>(static_cast<int>(p) % function.sizes[input]);
    table = std::make_unique<SearchTable>(std::vector{function.names[input]}, std::vector{leaf});
  }
  return *table;
}

const SearchTable& FewestSearch::across(const Function2& function) {
  auto& table = two_inputs_[{function.sizes[0], function.sizes[1]}];
  if (!table) {
    Values first{}, second{};
    const auto sample = sample_of(function);
    for (std::size_t p = 0; p < first.size(); ++p) {
      first[p] = static_cast<std::int16_t>(sample[p].first);
      second[p] = static_cast<std::int16_t>(sample[p].second);
    }
    table =
        std::make_unique<SearchTable>(std::vector{function.names[0], function.names[1]}, std::vector{first, second});
  }
  return *table;
}

std::optional<Spelled> FewestSearch::find_part(const Function2& function, const Part& part) {
  Values target{};
  for (std::size_t p = 0; p < target.size(); ++p)
    target[p] = static_cast<std::int16_t>(part.values[p % part.values.size()]);
  return along(function, part.input).find(target);
}

// (g(tid) + h(i)) * factor, where the function is such a sum.
std::optional<Spelled> FewestSearch::find_sum(const Function2& function, int factor) {
  Part parts[2] = {{{}, 0}, {{}, 1}};
  for (int a = 0; a < function.sizes[0]; ++a) parts[0].values.push_back(function.value(a, 0) / factor);
  for (int b = 0; b < function.sizes[1]; ++b)
    parts[1].values.push_back((function.value(0, b) - function.value(0, 0)) / factor);
  const auto first = find_part(function, parts[0]), second = find_part(function, parts[1]);
  if (!first || !second) return std::nullopt;
  const Spelled sum = first->text == "0" ? *second : second->text == "0" ? *first : combine(*second, "+", *first);
  return factor == 1 ? sum : combine(sum, "*", spell_number(factor));
}

std::optional<Spelled> FewestSearch::best_sum(const Function2& function) {
  int divisor = 0;
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b) divisor = std::gcd(divisor, function.value(a, b));
  std::optional<Spelled> best;
  for (int factor = 1; factor <= divisor; factor *= 2) {
    if (divisor % factor != 0) break;
    const auto found = find_sum(function, factor);
    if (found && (!best || found->operators < best->operators) && is_right(function, *found)) best = found;
  }
  return best;
}

Fewest FewestSearch::search(const Function2& function, const Spelled& start) {
  Fewest found{start, 0};
  Values target{};
  const auto sample = sample_of(function);
  for (std::size_t p = 0; p < target.size(); ++p)
    target[p] = static_cast<std::int16_t>(function.value(sample[p].first, sample[p].second));
  const auto shortest = across(function).find(target);
  // Right on the sample alone: nothing shorter exists, and the search above goes on.
  found.none_below = shortest ? shortest->operators : searched;
  if (shortest && is_right(function, *shortest)) found.formula = *shortest;
  if (found.formula.operators <= found.none_below) return found;
  if (const auto sum = best_sum(function); sum && sum->operators < found.formula.operators) found.formula = *sum;
  return found;
}

Fewest FewestSearch::find(const Function2& function, const Spelled& start) {
  if (function.sizes[0] > 32 || function.sizes[1] > 32 || most_value(function) > INT16_MAX) return {start, 0};
  const std::uint64_t signature = signature_of(function);
  auto known = found_.find(signature);
  if (known == found_.end()) {
    auto old = use_known_ ? kept(function, signature) : std::nullopt;
    known = found_.emplace(signature, old ? *std::move(old) : search(function, start)).first;
  }
  Fewest found = known->second;
  if (start.operators < found.formula.operators) found.formula = start;
  return found;
}

}  // namespace tcviz
