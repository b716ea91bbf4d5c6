#include "gpu/language/deduce/fewest.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "gpu/language/deduce/known_formulae.hpp"
#include "gpu/language/formula/expression.hpp"

namespace tcviz::inline gpu_deduce {
namespace {

using Values = SearchValues;

int most_value(const Function2& function) {
  int most = 0;
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b) most = std::max(most, function.value(a, b));
  return most;
}

// Returns slots that a wrong formula can hardly all pass: every single bit, all bits, and some by chance, always the
// same.
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

// Returns as many points of one input: all of them, or those that the sample above has of it.
std::array<int, SearchTable::points> points_along(int size) {
  std::array<int, SearchTable::points> at{};
  constexpr int few = static_cast<int>(SearchTable::points);
  const auto sample = sample_of({{"", ""}, {size, 1}, {}});
  for (int p = 0; p < few; ++p)
    at[static_cast<std::size_t>(p)] = size <= few ? p % size : sample[static_cast<std::size_t>(p)].first;
  return at;
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

// Returns the row that was kept for this function, if it is right.
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
         "two bits and runs of bits; any constant outermost; values from -32768 to 32767";
}

const SearchTable& FewestSearch::along(const Function2& function, int input, const std::stop_token& stop) {
  auto& table = tables_[{input, function.sizes[input]}];
  if (!table) {
    Values leaf{};
    for (std::size_t p = 0; p < leaf.size(); ++p)
      leaf[p] = static_cast<std::int16_t>(points_along(function.sizes[input])[p]);
    table = std::make_unique<SearchTable>(std::vector{function.names[input]}, std::vector{leaf}, stop);
  }
  return *table;
}

const SearchTable& FewestSearch::across(const Function2& function, const std::stop_token& stop) {
  auto& table = two_inputs_[{function.sizes[0], function.sizes[1]}];
  if (!table) {
    Values first{}, second{};
    const auto sample = sample_of(function);
    for (std::size_t p = 0; p < first.size(); ++p) {
      first[p] = static_cast<std::int16_t>(sample[p].first);
      second[p] = static_cast<std::int16_t>(sample[p].second);
    }
    table = std::make_unique<SearchTable>(std::vector{function.names[0], function.names[1]}, std::vector{first, second},
                                          stop);
  }
  return *table;
}

std::optional<Spelled> FewestSearch::find_part(const Function2& function, const Part& part,
                                               const std::stop_token& stop) {
  const auto at = points_along(function.sizes[part.input]);
  Values target{};
  for (std::size_t p = 0; p < target.size(); ++p)
    target[p] = static_cast<std::int16_t>(part.values[static_cast<std::size_t>(at[p])]);
  return along(function, part.input, stop).find(target, stop).formula;
}

// Finds (g(tid) + h(i)) * factor, if the function is such a sum.
std::optional<Spelled> FewestSearch::find_sum(const Function2& function, int factor, const std::stop_token& stop) {
  Part parts[2] = {{{}, 0}, {{}, 1}};
  for (int a = 0; a < function.sizes[0]; ++a) parts[0].values.push_back(function.value(a, 0) / factor);
  for (int b = 0; b < function.sizes[1]; ++b)
    parts[1].values.push_back((function.value(0, b) - function.value(0, 0)) / factor);
  const auto first = find_part(function, parts[0], stop), second = find_part(function, parts[1], stop);
  if (!first || !second) return std::nullopt;
  const Spelled sum = first->text == "0" ? *second : second->text == "0" ? *first : combine(*second, "+", *first);
  return factor == 1 ? sum : combine(sum, "*", spell_number(factor));
}

std::optional<Spelled> FewestSearch::best_sum(const Function2& function, const std::stop_token& stop) {
  int divisor = 0;
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b) divisor = std::gcd(divisor, function.value(a, b));
  std::optional<Spelled> best;
  for (int factor = 1; factor <= divisor; factor *= 2) {
    if (divisor % factor != 0) break;
    const auto found = find_sum(function, factor, stop);
    if (found && (!best || found->operators < best->operators) && is_right(function, *found)) best = found;
  }
  return best;
}

Fewest FewestSearch::search(const Function2& function, const Spelled& start, const std::stop_token& stop) {
  Fewest found{start, 0};
  Values target{};
  const auto sample = sample_of(function);
  for (std::size_t p = 0; p < target.size(); ++p)
    target[p] = static_cast<std::int16_t>(function.value(sample[p].first, sample[p].second));
  // Passes over a formula that is right on the sample alone.
  const auto accept = [&](const Spelled& formula) { return is_right(function, formula); };
  const auto shortest = across(function, stop).find(target, accept, stop);
  found.none_below = shortest.none_below;
  if (shortest.formula && shortest.formula->operators < found.formula.operators && accept(*shortest.formula))
    found.formula = *shortest.formula;
  if (found.formula.operators <= found.none_below) return found;
  if (const auto sum = best_sum(function, stop); sum && sum->operators < found.formula.operators) found.formula = *sum;
  return found;
}

void FewestSearch::forget_incomplete_tables() {
  const auto is_incomplete = [](const auto& each) { return !each.second->complete(); };
  std::erase_if(tables_, is_incomplete);
  std::erase_if(two_inputs_, is_incomplete);
}

Fewest FewestSearch::find(const Function2& function, const Spelled& start, const std::stop_token& stop) {
  if (most_value(function) > INT16_MAX || function.sizes[0] > INT16_MAX || function.sizes[1] > INT16_MAX)
    return {start, 0};
  const std::uint64_t signature = signature_of(function);
  Fewest found{start, 0};
  if (const auto known = found_.find(signature); known != found_.end()) {
    found = known->second;
  } else if (const auto old = use_known_ ? kept(function, signature) : std::nullopt) {
    found = found_.emplace(signature, *old).first->second;
  } else {
    found = search(function, start, stop);
    forget_incomplete_tables();
    if (!stop.stop_requested()) found_.emplace(signature, found);
  }
  if (start.operators < found.formula.operators) found.formula = start;
  return found;
}

}  // namespace tcviz::inline gpu_deduce
