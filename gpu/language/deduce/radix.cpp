#include "gpu/language/deduce/radix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace tcviz::inline gpu_deduce {
namespace {

constexpr std::size_t most_digits = 8;

// Splits d(v) for v below `size`, d(0) = 0, into digits from the fastest on. Each digit ends at the end of its stride.
bool split_digits(int input, const std::vector<int>& d, std::vector<Digit>& digits) {
  const int size = static_cast<int>(d.size());
  for (int before = 1; before < size;) {
    const int stride = d[static_cast<std::size_t>(before)];
    int end = before;  // the place at which the pattern "slower digits 0" stops
    while (end < size &&
           d[static_cast<std::size_t>(end)] == d[static_cast<std::size_t>(end % before)] + end / before * stride)
      ++end;
    const int length = end == size ? (size + before - 1) / before : end / before;
    if (length < 2 || (end != size && end % before != 0) || digits.size() == most_digits) return false;
    if (stride != 0) digits.push_back({input, before, length, stride});
    before *= length;
  }
  return true;
}

Spelled digit_text(const Digit& digit, const Function2& function) {
  Spelled text = spell_leaf(function.names[digit.input]);
  const int begin = function.begins[digit.input];
  if (begin > 0) text = combine(text, "-", spell_number(begin));
  if (digit.before > 1) text = combine(text, "/", spell_number(digit.before));
  if (digit.before * digit.size < function.sizes[digit.input]) text = combine(text, "%", spell_number(digit.size));
  return std::abs(digit.stride) == 1 ? text : combine(text, "*", spell_number(std::abs(digit.stride)));
}

Function2 part(const Function2& function, int input, int begin, int end) {
  Function2 sub = function;
  sub.sizes[input] = end - begin;
  sub.begins[input] += begin;
  sub.value = [value = function.value, input, begin](int a, int b) {
    return input == 0 ? value(a + begin, b) : value(a, b + begin);
  };
  return sub;
}

// Spells the function in pieces, the first of which is the longest beginning of an input's range that is one sum.
std::optional<Spelled> pieces(const Function2& function, int left) {
  if (const auto sum = find_radix_sum(function)) return spell(*sum, function);
  if (left < 2) return std::nullopt;
  for (const int input : {1, 0}) {
    for (int cut = function.sizes[input] - 1; cut > 0; --cut) {
      const Function2 first = part(function, input, 0, cut);
      const auto sum = find_radix_sum(first);
      if (!sum) continue;
      const auto rest = pieces(part(function, input, cut, function.sizes[input]), left - 1);
      if (!rest) break;
      const Spelled before = spell(*sum, first);
      return Spelled{fmt::format("{} < {} ? {} : {}", function.names[input], function.begins[input] + cut, before.text,
                                 rest->text),
                     "?", before.operators + rest->operators + 1};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<RadixSum> find_radix_sum(const Function2& function) {
  RadixSum sum;
  sum.base = function.value(0, 0);
  std::vector<int> along[2];
  for (const int input : {0, 1})
    for (int v = 0; v < function.sizes[input]; ++v)
      along[input].push_back((input == 0 ? function.value(v, 0) : function.value(0, v)) - sum.base);
  for (const int input : {0, 1})
    if (!split_digits(input, along[input], sum.digits)) return std::nullopt;
  for (int a = 0; a < function.sizes[0]; ++a)
    for (int b = 0; b < function.sizes[1]; ++b)
      if (function.value(a, b) !=
          sum.base + along[0][static_cast<std::size_t>(a)] + along[1][static_cast<std::size_t>(b)])
        return std::nullopt;
  return sum;
}

Spelled spell(const RadixSum& sum, const Function2& function) {
  Spelled text = spell_number(sum.base);
  bool empty = sum.base == 0;
  const bool up_first = std::ranges::any_of(sum.digits, [](const Digit& digit) { return digit.stride > 0; });
  for (const bool up : {true, false}) {
    for (const Digit& digit : sum.digits) {
      if ((digit.stride > 0) != up) continue;
      const Spelled part = digit_text(digit, function);
      text = empty && up_first ? part : combine(text, up ? "+" : "-", part);
      empty = false;
    }
  }
  return text;
}

std::optional<Spelled> spell_piecewise(const Function2& function) { return pieces(function, 4); }

}  // namespace tcviz::inline gpu_deduce
