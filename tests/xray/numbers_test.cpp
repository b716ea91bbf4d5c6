// The numbers of outputs against expressions, given and usual. What is expected comes from plain loops here.
#include "gpu/xray/numbers.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

#include "gpu/xray/number_formats.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using Values = std::vector<double>;

// A launch with inputs by chance, and an output whose elements the labels call right.
struct Given {
  XrayLaunch launch;
  std::vector<std::pair<std::string, Values>> numbers;
  std::vector<PassedScalar> scalars;
  std::vector<std::string> sources;

  explicit Given(const std::vector<std::string>& arguments) {
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

  const Values& of(const std::string& name) const {
    for (const auto& [known, values] : numbers)
      if (known == name) return values;
    ADD_FAILURE() << name;
    return numbers.front().second;
  }
  const XrayArray& output() const {
    for (const XrayArgument& argument : launch.arguments)
      if (argument.has_array() && argument.array.role != ArrayRole::In) return argument.array;
    ADD_FAILURE() << "no output";
    return launch.arguments.front().array;
  }

  OutputVerdict verdict_of(const Values& values) const {
    OutputVerdict verdict;
    verdict.name = output().name;
    verdict.elements = verdict.written = static_cast<std::int64_t>(values.size());
    for (const double value : values) verdict.values.push_back(from_bits(output().type, to_bits(output().type, value)));
    verdict.stored.assign(values.size(), true);
    verdict.sources = sources;
    verdict.classes.push_back({static_cast<std::int64_t>(values.size()), VerdictState::Right, {}, {}, "", {}});
    return verdict;
  }
  OutputVerdict judged(OutputVerdict verdict, bool all_blocks = true) const {
    judge_numbers({launch, numbers, scalars}, output(), all_blocks, verdict);
    return verdict;
  }
  void expect(const std::string& text) {
    const auto read = read_expectation(text, launch);
    ASSERT_TRUE(read.ok()) << read.error().message;
    launch.expectations = {read.value()};
  }
};

// rows x inner times inner x cols, row by row
Values product(const Values& a, const Values& b, int rows, int inner, int cols) {
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
template <class Function>
Values each(Values values, Function function) {
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = function(values[at], static_cast<int>(at));
  return values;
}
Values softmax_of_rows(Values x, int cols, bool causal = false) {
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
double gelu_of(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }
double gelu_tanh_of(double x) {
  return x / (1 + std::exp(-2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}
double silu_of(double x) { return x / (1 + std::exp(-x)); }

constexpr int M = 14, N = 18, K = 22;
const std::vector<std::string> plain = {"A=f32[m:14,k:22]", "B=f32[k:22,n:18]", "C=out f32[m:14,n:18]"};
std::vector<std::string> with(std::vector<std::string> some, const std::vector<std::string>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}
Values plain_product(const Given& in) { return product(in.of("A"), in.of("B"), M, K, N); }
Values scores_of(const Given& in, int width, double scale) {
  const int queries = static_cast<int>(in.of("Q").size()) / width, keys = static_cast<int>(in.of("K").size()) / width;
  return each(product(in.of("Q"), transposed(in.of("K"), keys, width), queries, width, keys),
              [&](double x, int) { return x * scale; });
}
Values attended(const Given& in, double scale, bool causal = false) {
  constexpr int width = 16;
  const int queries = static_cast<int>(in.of("Q").size()) / width, keys = static_cast<int>(in.of("K").size()) / width;
  return product(softmax_of_rows(scores_of(in, width, scale), keys, causal), in.of("V"), queries, keys, 8);
}

struct UsualCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string text;  // of the expression that is found
  std::function<Values(const Given&)> right;
  std::function<Values(const Given&)> wrong;  // with a mistake in the middle
  bool masked = false;
};

const std::vector<std::string> attention = {"Q=f16[q:12,e:16]", "K=f16[j:20,e:16]", "V=f16[j:20,d:8]",
                                            "O=out f32[q:12,d:8]"};
const std::vector<std::string> square = {"Q=f16[q:20,e:16]", "K=f16[j:20,e:16]", "V=f16[j:20,d:8]",
                                         "O=out f32[q:20,d:8]"};
const std::vector<std::string> two_products = {"X=f16[m:14,e:10]", "W1=f16[e:10,h:12]", "bias=f16[h:12]",
                                               "W2=f16[h:12,d:9]", "O=out f32[m:14,d:9]"};

Values of_two_products(const Given& in, double bias, double (*activation)(double)) {
  return product(each(product(in.of("X"), in.of("W1"), 14, 10, 12),
                      [&](double x, int at) { return activation(x + bias * in.of("bias")[at % 12]); }),
                 in.of("W2"), 14, 12, 9);
}
double relu_of(double x) { return std::max(0.0, x); }

Values activated(const Given& in, double (*activation)(double), double bias) {
  return each(plain_product(in), [&](double x, int at) { return activation(x + bias * in.of("bias")[at % N]); });
}

UsualCase of_activation(const std::string& name, double (*activation)(double)) {
  return {name, with(plain, {"bias=f32[n:18]"}), name + "(sum(k: A * B) + bias)",
          [=](const Given& in) { return activated(in, activation, 1); },
          [=](const Given& in) { return activated(in, activation, -1); }};
}

Values scaled(const Given& in, double alpha, double beta) {
  return each(plain_product(in), [&](double x, int at) { return alpha * x + beta * in.of("R")[at]; });
}
Values normalised(const Given& in, double epsilon, bool centred) {
  Values x = in.of("A");
  for (int m = 0; m < 14; ++m) {
    double mean = 0, squares = 0;
    for (int k = 0; k < 22; ++k) mean += x[m * 22 + k] / 22;
    if (!centred) mean = 0;
    for (int k = 0; k < 22; ++k) squares += std::pow(x[m * 22 + k] - mean, 2) / 22;
    for (int k = 0; k < 22; ++k) x[m * 22 + k] = (x[m * 22 + k] - mean) / std::sqrt(squares + epsilon) * in.of("g")[k];
  }
  return x;
}

std::vector<UsualCase> usual_cases() {
  const auto rows_and_cols = with(plain, {"rows=f32[m:14]", "cols=f32[n:18]", "bias=f32[n:18]"});
  const auto dequantised = [](const Given& in, bool exchanged) {
    return each(plain_product(in), [&](double x, int at) {
      const Values &first = in.of("cols"), &second = in.of("bias");
      return x * in.of("rows")[at / N] * (exchanged ? second : first)[at % N] + (exchanged ? 1.5 : 1) * second[at % N];
    });
  };
  return {
      {"product", plain, "sum(k: A * B)", plain_product,
       [](const Given& in) { return each(plain_product(in), [](double x, int) { return 0.5 * x; }); }},
      {"product_by_columns",
       {"A=f16[k:22,m:14]:col@24", "B=f16[k:22,n:18]", "C=out f16[n:18,m:14]:col"},
       "sum(k: A * B)",
       [](const Given& in) {  // A lies as m times 24, C as m times n
         Values a;
         for (int m = 0; m < M; ++m)
           for (int k = 0; k < K; ++k) a.push_back(in.of("A")[m * 24 + k]);
         return product(a, in.of("B"), M, K, N);
       },
       [](const Given& in) { return product(in.of("A"), in.of("B"), M, K, N); }},
      of_activation("relu", relu_of),
      of_activation("gelu", gelu_of),
      of_activation("gelu_tanh", gelu_tanh_of),
      of_activation("silu", silu_of),
      {"dequantised", rows_and_cols, "sum(k: A * B) * cols * rows + bias",
       [=](const Given& in) { return dequantised(in, false); }, [=](const Given& in) { return dequantised(in, true); }},
      {"scalars", with(plain, {"R=f32[m:14,n:18]", "0.75", "-1.5"}), "alpha * sum(k: A * B) + beta * R",
       [](const Given& in) { return scaled(in, 0.75, -1.5); }, [](const Given& in) { return scaled(in, -1.5, 0.75); }},
      {"scalar_that_is_not_used", with(plain, {"0.75"}), "alpha * sum(k: A * B)",
       [](const Given& in) { return each(plain_product(in), [](double x, int) { return 0.75 * x; }); }, plain_product},
      {"attention", attention, "sum(j: softmax(j: sum(e: Q * K)) * V)", [](const Given& in) { return attended(in, 1); },
       [](const Given& in) { return attended(in, 1 / 16.0); }},
      {"attention_scaled", attention, "sum(j: softmax(j: sum(e: Q * K) / sqrt(16)) * V)",
       [](const Given& in) { return attended(in, 0.25); },
       [](const Given& in) { return attended(in, 0.25 * std::log(2.0)); }},
      {"attention_with_a_scale", with(attention, {"0.3"}), "sum(j: softmax(j: alpha * sum(e: Q * K)) * V)",
       [](const Given& in) { return attended(in, 0.3); }, [](const Given& in) { return attended(in, 1); }},
      {"attention_to_the_base_of_two", with(attention, {"0.36067376"}),
       "sum(j: softmax(j: alpha * log(2) * sum(e: Q * K)) * V)",
       [](const Given& in) { return attended(in, 0.36067376 * std::log(2.0)); },
       [](const Given& in) { return attended(in, 0.36067376 * std::log2(std::numbers::e)); }},
      {"attention_causal", square, "sum(j: softmax(j: causal(q, j: sum(e: Q * K) / sqrt(16))) * V)",
       [](const Given& in) { return attended(in, 0.25, true); },
       [](const Given& in) { return attended(in, 0.25, false); }, true},
      {"two_products", two_products, "sum(h: relu(sum(e: X * W1) + bias) * W2)",
       [](const Given& in) { return of_two_products(in, 1, relu_of); },
       [](const Given& in) { return of_two_products(in, 0, relu_of); }},
      {"two_products_silu", two_products, "sum(h: silu(sum(e: X * W1) + bias) * W2)",
       [](const Given& in) { return of_two_products(in, 1, silu_of); },
       [](const Given& in) { return of_two_products(in, 2, silu_of); }},
      {"softmax",
       {"A=f32[m:14,k:22]", "C=out f32[m:14,k:22]"},
       "softmax(k: A)",
       [](const Given& in) { return softmax_of_rows(in.of("A"), 22); },
       [](const Given& in) { return each(in.of("A"), [](double x, int) { return std::exp(x); }); }},
      {"softmax_of_columns",
       {"A=f32[m:14,k:22]", "C=out f32[m:14,k:22]"},
       "softmax(m: A)",
       [](const Given& in) { return transposed(softmax_of_rows(transposed(in.of("A"), 14, 22), 14), 22, 14); },
       [](const Given& in) { return softmax_of_rows(each(in.of("A"), [](double x, int) { return 0.9 * x; }), 22); }},
      {"norm",
       {"A=f32[m:14,k:22]", "g=f32[k:22]", "C=out f32[m:14,k:22]"},
       "((A - mean(k: A)) / sqrt(mean(k: A * A) - mean(k: A) * mean(k: A) + 1e-5)) * g",
       [](const Given& in) { return normalised(in, 1e-5, true); },
       [](const Given& in) { return normalised(in, 1, true); }},
      {"norm_of_squares",
       {"A=f32[m:14,k:22]", "g=f32[k:22]", "C=out f32[m:14,k:22]"},
       "(A / sqrt(mean(k: A * A) + 1e-5)) * g",
       [](const Given& in) { return normalised(in, 1e-5, false); },
       [](const Given& in) { return normalised(in, 0.1, false); }},
      {"gated",
       {"A=f32[m:14]", "B=f32[m:14]", "C=out f32[m:14]"},
       "silu(A) * B",
       [](const Given& in) { return each(in.of("A"), [&](double x, int at) { return silu_of(x) * in.of("B")[at]; }); },
       [](const Given& in) { return each(in.of("A"), [&](double x, int at) { return silu_of(x) - in.of("B")[at]; }); }},
      {"largest",
       {"A=f32[m:14,k:22]", "C=out f32[m:14]"},
       "max(k: A)",
       [](const Given& in) {
         Values c(14, -9);
         for (int at = 0; at < 14 * 22; ++at) c[at / 22] = std::max(c[at / 22], in.of("A")[at]);
         return c;
       },
       [](const Given& in) {  // all but the last
         Values c(14);
         for (int at = 0; at < 14 * 22; ++at) c[at / 22] += at % 22 == 21 ? 0 : in.of("A")[at];
         return c;
       }},
      {"whole_numbers",
       {"A=s8[m:14,k:22]", "B=s8[k:22,n:18]", "C=out s32[m:14,n:18]"},
       "sum(k: A * B)",
       plain_product,
       [](const Given& in) { return each(plain_product(in), [](double x, int at) { return at == 250 ? x + 1 : x; }); }},
      {"doubles",
       {"A=f64[m:14,k:22]", "B=f64[k:22,n:18]", "C=out f64[m:14,n:18]"},
       "sum(k: A * B)",
       plain_product,
       [](const Given& in) {
         return each(plain_product(in), [](double x, int) { return 3 * double{static_cast<float>(x / 3)}; });
       }},
  };
}

class UsualNumbers : public testing::TestWithParam<UsualCase> {
 protected:
  OutputVerdict judged(const Values& values) const {
    OutputVerdict verdict = in_.verdict_of(values);
    verdict.is_masked = GetParam().masked;
    if (verdict.is_masked) verdict.state = verdict.classes[0].state = VerdictState::Unjudged;
    return in_.judged(std::move(verdict));
  }
  Given in_{GetParam().arguments};
};

TEST_P(UsualNumbers, AreRecognised) {
  const OutputVerdict verdict = judged(GetParam().right(in_));
  ASSERT_TRUE(verdict.numbers);
  EXPECT_EQ(verdict.numbers->state, VerdictState::Right) << verdict.numbers->reason << verdict.numbers->expression;
  EXPECT_EQ(verdict.numbers->expression, GetParam().text);
  EXPECT_EQ(verdict.numbers->compared, verdict.elements);
  EXPECT_FALSE(verdict.numbers->given);
  EXPECT_EQ(verdict.state, VerdictState::Right);
}

TEST_P(UsualNumbers, WithAMistakeAreNotCalledRight) {
  const Values right = GetParam().right(in_);
  double squares = 0;
  for (const double x : right) squares += x * x / static_cast<double>(right.size());
  const bool whole = in_.output().type == ElementType::S32;
  const double term = whole ? 1 : 0.1 * std::sqrt(squares), factor = whole ? 2 : 1.1;
  const auto last = static_cast<int>(right.size()) - 1;
  const std::vector<std::pair<std::string, Values>> mistakes = {
      {"in the middle", GetParam().wrong(in_)},
      {"a factor", each(right, [&](double x, int) { return factor * x; })},
      {"a term", each(right, [&](double x, int) { return x + term; })},
      {"another order", Values(right.rbegin(), right.rend())},
      {"the last number", each(right, [&](double x, int at) { return at == last ? x + 3 * term : x; })},
  };
  for (const auto& [what, values] : mistakes) {
    const OutputVerdict verdict = judged(values);
    ASSERT_TRUE(verdict.numbers);
    EXPECT_EQ(verdict.numbers->state, VerdictState::Unjudged) << what << ": " << verdict.numbers->expression;
    EXPECT_EQ(verdict.state, VerdictState::Unjudged) << what;
    EXPECT_FALSE(verdict.numbers->reason.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Xray, UsualNumbers, testing::ValuesIn(usual_cases()),
                         [](const auto& one) { return one.param.name; });

TEST(NumbersNearby, AreToldAsAnExpression) {
  const Given in(plain);
  const auto nearest = [&](auto function) {
    return in.judged(in.verdict_of(each(plain_product(in), function))).numbers->nearest;
  };
  EXPECT_EQ(nearest([](double x, int) { return 0.5 * x; }), "0.5 * (sum(k: A * B))");
  EXPECT_EQ(nearest([](double x, int) { return x - 3; }), "sum(k: A * B) - 3");
  const Given scalar(with(plain, {"0.75"}));
  EXPECT_EQ(scalar.judged(scalar.verdict_of(plain_product(scalar))).numbers->nearest, "sum(k: A * B)");
  const Given two(attention);
  EXPECT_EQ(two.judged(two.verdict_of(attended(two, std::log(2.0)))).numbers->nearest,
            "sum(j: softmax(j: log(2) * sum(e: Q * K)) * V)");
}

TEST(NumbersNearby, ElseTheFirstThatDiffersIsNamed) {
  const Given in(plain);
  const Values right = plain_product(in);
  const OutputVerdict verdict =
      in.judged(in.verdict_of(each(right, [](double x, int at) { return at % 50 == 39 ? 9 * x + 7 : x; })));
  EXPECT_EQ(verdict.numbers->nearest, "");
  EXPECT_EQ(verdict.numbers->expression, "sum(k: A * B)");
  ASSERT_TRUE(verdict.numbers->first);
  EXPECT_EQ(verdict.numbers->first->element, (std::vector<std::int64_t>{39 / N, 39 % N}));
  EXPECT_NEAR(verdict.numbers->first->expected, right[39], 1e-9);
}

TEST(NumbersGiven, DecideWhereLabelsCannot) {
  Given in(plain);
  in.expect("C = abs(sum(k: A * B)) + 2");
  const Values right = each(plain_product(in), [](double x, int) { return std::fabs(x) + 2; });
  for (const VerdictState state : {VerdictState::Right, VerdictState::Unjudged}) {
    OutputVerdict verdict = in.verdict_of(right), wrong = in.verdict_of(right);
    verdict.state = wrong.state = verdict.classes[0].state = wrong.classes[0].state = state;
    wrong.values[20] += 0.5;
    verdict = in.judged(verdict), wrong = in.judged(wrong);
    EXPECT_EQ(verdict.state, VerdictState::Right);
    EXPECT_EQ(verdict.classes[0].state, VerdictState::Right);
    EXPECT_TRUE(verdict.numbers->given);
    EXPECT_EQ(wrong.state, VerdictState::Wrong);
    EXPECT_EQ(wrong.numbers->first->element, (std::vector<std::int64_t>{1, 2}));
  }
  OutputVerdict labelled = in.verdict_of(right);
  labelled.state = VerdictState::Wrong;
  EXPECT_EQ(in.judged(labelled).state, VerdictState::Wrong);
}

// Blocks that were not executed have not stored theirs, and may have had a part in what is there.
TEST(NumbersGiven, OnlyWhatWasStoredCounts) {
  Given in(plain);
  in.expect("C = sum(k: A * B)");
  OutputVerdict some = in.verdict_of(plain_product(in));
  for (std::size_t at = 0; at < 100; ++at) some.stored[at] = false, some.values[at] = 99;
  some.written -= 100;
  some.state = some.classes[0].state = VerdictState::Unjudged;
  OutputVerdict verdict = in.judged(some, false);
  EXPECT_EQ(verdict.state, VerdictState::Right);
  EXPECT_EQ(verdict.numbers->compared, M * N - 100);
  EXPECT_EQ(in.judged(some, true).state, VerdictState::Unjudged) << "some were to be stored";
  some.values[150] += 1;
  EXPECT_EQ(in.judged(some, false).state, VerdictState::Unjudged);
  some.state = VerdictState::Right;
  EXPECT_EQ(in.judged(some, false).state, VerdictState::Wrong);
  some.stored.assign(some.stored.size(), false);
  verdict = in.judged(some, false);
  EXPECT_EQ(verdict.state, VerdictState::Unjudged);
  EXPECT_EQ(verdict.numbers->reason, "nothing was stored");
}

TEST(NumbersGiven, WholeNumbersAreThoseOfTheirRange) {
  Given in({"A=s32[m:4]", "C=out s8[m:4]"});
  in.numbers[0].second = {300, -129, 127, 5};
  in.expect("C = A");
  OutputVerdict verdict = in.verdict_of({44, 127, 127, 5});
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Right);
  in.expect("C = A / 2");
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Unjudged);
  EXPECT_THAT(in.judged(verdict).numbers->reason, HasSubstr("no number of s8"));
  in.expect("C = min(127, max(-128, A))");
  EXPECT_EQ(in.judged(in.verdict_of({127, -128, 127, 5})).state, VerdictState::Right);
}

TEST(NumbersGiven, WhatIsNoNumberIsNotJudged) {
  Given in({"A=f32[m:4]", "C=out f16[m:4]"});
  in.numbers[0].second = {1, 2, -3, 4};
  for (const char* const text : {"C = sqrt(A)", "C = A / 0", "C = 1e6 * A"}) {
    in.expect(text);
    const OutputVerdict verdict = in.judged(in.verdict_of({1, 1.41421356, 0, 2}));
    EXPECT_EQ(verdict.state, VerdictState::Unjudged) << text;
    EXPECT_THAT(verdict.numbers->reason, HasSubstr("no number of f16")) << text;
  }
  in.expect("C = A");
  EXPECT_EQ(in.judged(in.verdict_of({1, 2, -3, std::nan("")})).state, VerdictState::Wrong);
}

TEST(NumbersGiven, TheHostDoesNotDoTooMuch) {
  Given in({"A=f32[m:1024,k:1024]", "B=f32[k:1024,n:1024]", "C=out f32[m:1024,n:1024]"});
  for (auto& [name, values] : in.numbers) values.assign(values.size(), 1);
  OutputVerdict verdict = in.verdict_of(Values(1024 * 1024, 1024));
  OutputVerdict judged = in.judged(verdict);
  EXPECT_EQ(judged.state, VerdictState::Unjudged);
  EXPECT_THAT(judged.numbers->reason, HasSubstr("at most 400 million"));
  in.expect("C = sum(k: A * B)");
  EXPECT_THAT(in.judged(verdict).numbers->reason, HasSubstr("at most 400 million"));
  in.expect("C = 0.5 * (sum(k: A) + sum(k: B))");
  EXPECT_EQ(in.judged(verdict).state, VerdictState::Right);
  // Two blocks of the output are no more than their own elements.
  verdict.stored.assign(verdict.stored.size(), false);
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n) {
      in.numbers[0].second[m * 1024 + n] = n;
      verdict.stored[m * 1024 + n] = true, verdict.values[m * 1024 + n] = 1024 - 8 + 28;
    }
  in.expect("C = sum(k: A * B)");
  judged = in.judged(verdict, false);
  EXPECT_EQ(judged.state, VerdictState::Right) << judged.numbers->reason;
  EXPECT_EQ(judged.numbers->compared, 64);
}

// By way of an execution.
TEST(NumbersOfAKernel, AreJudged) {
  KernelCase made = kernel_case("scalar");
  const std::string text = ptx_text(made);
  EXPECT_EQ(run_case(made, text).outputs.at(0).numbers->expression, "sum(k: A * B)");
  std::string halved = text;
  const std::size_t store = halved.find("st.global.f32");
  const std::size_t begin = halved.find("%f", store), end = halved.find(';', begin);
  const std::string sum = halved.substr(begin, end - begin);
  halved.insert(store, "mul.f32 " + sum + ", " + sum + ", 0f3F000000;\n\t");
  const XrayReport guessed = run_case(made, halved);
  EXPECT_EQ(guessed.verdict, VerdictState::Unjudged);
  EXPECT_EQ(guessed.outputs.at(0).numbers->nearest, "0.5 * (sum(k: A * B))");
  made.expect = {"C = 0.5 * sum(k: A * B)"};
  EXPECT_EQ(run_case(made, halved).verdict, VerdictState::Right);
  const XrayReport wrong = run_case(made, text);
  EXPECT_EQ(wrong.verdict, VerdictState::Wrong);
  EXPECT_EQ(wrong.outputs.at(0).numbers->first->element, (std::vector<std::int64_t>{0, 0}));
}

// An execution that was stopped has not stored its last word.
TEST(NumbersOfAKernel, AreNotJudgedBeforeTheEnd) {
  KernelCase made = kernel_case("scalar");
  made.expect = {"C = 7 + sum(k: A * B)"};
  const XrayReport report = run_case(made, ptx_text(made), {.most_steps = 400});
  EXPECT_FALSE(report.reason.empty());
  EXPECT_FALSE(report.outputs.at(0).numbers);
  EXPECT_NE(report.verdict, VerdictState::Right);
}

}  // namespace
}  // namespace tcviz
