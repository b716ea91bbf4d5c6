// Launches with inputs by chance and outputs made of plain loops, for tests of what is said of numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/verdict/numbers.hpp"

namespace tcviz {

using Values = std::vector<double>;

// Its output's elements are what the labels call right.
struct GivenNumbers {
  XrayRequest launch;
  std::vector<std::pair<std::string, Values>> numbers;
  std::vector<PassedScalar> scalars;
  std::vector<std::string> sources;

  explicit GivenNumbers(const std::vector<std::string>& arguments);
  const Values& of(const std::string& name) const;
  const XrayArray& output() const;
  OutputVerdict verdict_of(const Values& values) const;
  OutputVerdict judged(OutputVerdict verdict, bool all_blocks = true) const;
  void expect(const std::string& text);
};

// rows x inner times inner x cols, row by row
Values matrix_product(const Values& a, const Values& b, int rows, int inner, int cols);
Values transposed(const Values& of, int rows, int cols);
template <class Function>
Values each(Values values, Function function) {
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = function(values[at], static_cast<int>(at));
  return values;
}
Values softmax_of_rows(Values x, int cols, bool causal = false);

// A product of f32, and attention.
inline constexpr int given_m = 14, given_n = 18, given_k = 22;
std::vector<std::string> product_arguments(const std::vector<std::string>& more = {});
std::vector<std::string> attention_arguments(const std::vector<std::string>& more = {});
Values plain_product(const GivenNumbers& in);
Values attended(const GivenNumbers& in, double scale, bool causal = false);

}  // namespace tcviz
