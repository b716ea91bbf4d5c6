#include "tests/xray/given_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz {

GivenNumbers::GivenNumbers(const std::vector<std::string>& arguments) {
  std::mt19937 random(11);
  for (const std::string& text : arguments) {
    const auto read = read_xray_argument(text);
    EXPECT_TRUE(read.ok()) << read.error().message;
    const XrayArgument& argument = launch.arguments.emplace_back(read.value());
    scalars.push_back({argument.number, argument.form == XrayArgument::Form::Number});
    if (!argument.has_array() || argument.array.role == ArrayRole::Out) continue;
    Values& values = numbers.emplace_back(argument.array.name, Values()).second;
    for (std::int64_t at = 0; at < argument.array.elements(); ++at) {
      const double size = 1 + static_cast<double>(random() % 8);
      const bool whole = argument.array.type == ElementType::S8;
      values.push_back((random() % 2 == 0 ? size : -size) / (whole ? 1 : 8));
    }
    sources.push_back(argument.array.name);
  }
}

const Values& GivenNumbers::of(const std::string& name) const {
  for (const auto& [known, values] : numbers)
    if (known == name) return values;
  ADD_FAILURE() << name;
  return numbers.front().second;
}

const XrayArray& GivenNumbers::output() const {
  for (const XrayArgument& argument : launch.arguments)
    if (argument.has_array() && argument.array.role != ArrayRole::In) return argument.array;
  ADD_FAILURE() << "no output";
  return launch.arguments.front().array;
}

OutputVerdict GivenNumbers::verdict_of(const Values& values) const {
  OutputVerdict verdict;
  verdict.name = output().name;
  verdict.elements = verdict.written = static_cast<std::int64_t>(values.size());
  for (const double value : values) verdict.values.push_back(from_bits(output().type, encode(output().type, value)));
  verdict.stored.assign(values.size(), true);
  verdict.sources = sources;
  verdict.classes.push_back({static_cast<std::int64_t>(values.size()), VerdictState::Right, {}, {}, "", {}});
  return verdict;
}

OutputVerdict GivenNumbers::judged(OutputVerdict verdict, bool all_blocks) const {
  judge_numbers({launch, numbers, scalars}, output(), all_blocks, verdict);
  return verdict;
}

void GivenNumbers::expect(const std::string& text) {
  const auto read = read_expectation(text, launch);
  ASSERT_TRUE(read.ok()) << read.error().message;
  launch.expectations = {read.value()};
}

Values matrix_product(const Values& a, const Values& b, int rows, int inner, int cols) {
  Values c(static_cast<std::size_t>(rows * cols));
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < cols; ++n)
      for (int k = 0; k < inner; ++k) c[m * cols + n] += a[m * inner + k] * b[k * cols + n];
  return c;
}

Values transposed(const Values& of, int rows, int cols) {
  Values made(of.size());
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < cols; ++n) made[n * rows + m] = of[m * cols + n];
  return made;
}

Values softmax_of_rows(Values x, int cols, bool causal) {
  for (std::size_t row = 0; row * cols < x.size(); ++row) {
    double sum = 0;
    for (int k = 0; k < cols; ++k) {
      double& one = x[row * cols + k];
      sum += one = causal && k > static_cast<int>(row) ? 0 : std::exp(one);
    }
    for (int k = 0; k < cols; ++k) x[row * cols + k] /= sum;
  }
  return x;
}

namespace {

std::vector<std::string> with(std::vector<std::string> some, const std::vector<std::string>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

Values scores_of(const GivenNumbers& in, int width, double scale) {
  const int queries = static_cast<int>(in.of("Q").size()) / width, keys = static_cast<int>(in.of("K").size()) / width;
  return each(matrix_product(in.of("Q"), transposed(in.of("K"), keys, width), queries, width, keys),
              [&](double x, int) { return x * scale; });
}

}  // namespace

std::vector<std::string> product_arguments(const std::vector<std::string>& more) {
  return with({"A=f32[m:14,k:22]", "B=f32[k:22,n:18]", "C=out f32[m:14,n:18]"}, more);
}

std::vector<std::string> attention_arguments(const std::vector<std::string>& more) {
  return with({"Q=f16[q:12,e:16]", "K=f16[j:20,e:16]", "V=f16[j:20,d:8]", "O=out f32[q:12,d:8]"}, more);
}

Values plain_product(const GivenNumbers& in) {
  return matrix_product(in.of("A"), in.of("B"), given_m, given_k, given_n);
}

Values attended(const GivenNumbers& in, double scale, bool causal) {
  constexpr int width = 16;
  const int queries = static_cast<int>(in.of("Q").size()) / width, keys = static_cast<int>(in.of("K").size()) / width;
  return matrix_product(softmax_of_rows(scores_of(in, width, scale), keys, causal), in.of("V"), queries, keys, 8);
}

}  // namespace tcviz
