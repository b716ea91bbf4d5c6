// Usual expectations: each is recognised by its numbers, and none with a mistake is called right.
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "tests/xray/given_numbers.hpp"

namespace tcviz {
namespace {

double gelu_of(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }
double gelu_tanh_of(double x) {
  return x / (1 + std::exp(-2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}
double silu_of(double x) { return x / (1 + std::exp(-x)); }

struct UsualCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string text;  // of the expression that is found
  std::function<Values(const GivenNumbers&)> right;
  std::function<Values(const GivenNumbers&)> wrong;  // with a mistake in the middle
  bool masked = false;
};

const std::vector<std::string> square = {"Q=f16[q:20,e:16]", "K=f16[j:20,e:16]", "V=f16[j:20,d:8]",
                                         "O=out f32[q:20,d:8]"};
const std::vector<std::string> two_products = {"X=f16[m:14,e:10]", "W1=f16[e:10,h:12]", "bias=f16[h:12]",
                                               "W2=f16[h:12,d:9]", "O=out f32[m:14,d:9]"};

Values of_two_products(const GivenNumbers& in, double bias, double (*activation)(double)) {
  return matrix_product(each(matrix_product(in.of("X"), in.of("W1"), 14, 10, 12),
                             [&](double x, int at) { return activation(x + bias * in.of("bias")[at % 12]); }),
                        in.of("W2"), 14, 12, 9);
}
double relu_of(double x) { return std::max(0.0, x); }

Values activated(const GivenNumbers& in, double (*activation)(double), double bias) {
  return each(plain_product(in), [&](double x, int at) { return activation(x + bias * in.of("bias")[at % given_n]); });
}

UsualCase of_activation(const std::string& name, double (*activation)(double)) {
  return {name, product_arguments({"bias=f32[n:18]"}), name + "(sum(k: A * B) + bias)",
          [=](const GivenNumbers& in) { return activated(in, activation, 1); },
          [=](const GivenNumbers& in) { return activated(in, activation, -1); }};
}

Values scaled(const GivenNumbers& in, double alpha, double beta) {
  return each(plain_product(in), [&](double x, int at) { return alpha * x + beta * in.of("R")[at]; });
}
Values normalised(const GivenNumbers& in, double epsilon, bool centred) {
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

std::vector<UsualCase> product_cases_of_numbers() {
  const auto rows_and_cols = product_arguments({"rows=f32[m:14]", "cols=f32[n:18]", "bias=f32[n:18]"});
  const auto dequantised = [](const GivenNumbers& in, bool exchanged) {
    return each(plain_product(in), [&](double x, int at) {
      const Values &first = in.of("cols"), &second = in.of("bias");
      return x * in.of("rows")[at / given_n] * (exchanged ? second : first)[at % given_n] +
             (exchanged ? 1.5 : 1) * second[at % given_n];
    });
  };
  return {
      {"product", product_arguments(), "sum(k: A * B)", plain_product,
       [](const GivenNumbers& in) { return each(plain_product(in), [](double x, int) { return 0.5 * x; }); }},
      {"product_by_columns",
       {"A=f16[k:22,m:14]:col@24", "B=f16[k:22,n:18]", "C=out f16[n:18,m:14]:col"},
       "sum(k: A * B)",
       [](const GivenNumbers& in) {  // A lies as m times 24, C as m times n
         Values a;
         for (int m = 0; m < given_m; ++m)
           for (int k = 0; k < given_k; ++k) a.push_back(in.of("A")[m * 24 + k]);
         return matrix_product(a, in.of("B"), given_m, given_k, given_n);
       },
       [](const GivenNumbers& in) { return matrix_product(in.of("A"), in.of("B"), given_m, given_k, given_n); }},
      of_activation("relu", relu_of),
      of_activation("gelu", gelu_of),
      of_activation("gelu_tanh", gelu_tanh_of),
      of_activation("silu", silu_of),
      {"dequantised", rows_and_cols, "sum(k: A * B) * cols * rows + bias",
       [=](const GivenNumbers& in) { return dequantised(in, false); },
       [=](const GivenNumbers& in) { return dequantised(in, true); }},
      {"scalars", product_arguments({"R=f32[m:14,n:18]", "0.75", "-1.5"}), "alpha * sum(k: A * B) + beta * R",
       [](const GivenNumbers& in) { return scaled(in, 0.75, -1.5); },
       [](const GivenNumbers& in) { return scaled(in, -1.5, 0.75); }},
      {"scalar_that_is_not_used", product_arguments({"0.75"}), "alpha * sum(k: A * B)",
       [](const GivenNumbers& in) { return each(plain_product(in), [](double x, int) { return 0.75 * x; }); },
       plain_product},
  };
}

Values log_sums(const GivenNumbers& in, double scale) {
  const Values scores = matrix_product(in.of("Q"), transposed(in.of("K"), 20, 16), 12, 16, 20);
  Values sums(12);
  for (std::size_t at = 0; at < scores.size(); ++at) sums[at / 20] += std::exp(scale * scores[at]);
  for (double& sum : sums) sum = std::log(sum);
  return sums;
}

std::vector<UsualCase> chained_cases() {
  return {
      {"attention", attention_arguments(), "sum(j: softmax(j: sum(e: Q * K)) * V)",
       [](const GivenNumbers& in) { return attended(in, 1); },
       [](const GivenNumbers& in) { return attended(in, 1 / 16.0); }},
      {"attention_scaled", attention_arguments(), "sum(j: softmax(j: sum(e: Q * K) / sqrt(16)) * V)",
       [](const GivenNumbers& in) { return attended(in, 0.25); },
       [](const GivenNumbers& in) { return attended(in, 0.25 * std::log(2.0)); }},
      {"attention_with_a_scale", attention_arguments({"0.3"}), "sum(j: softmax(j: alpha * sum(e: Q * K)) * V)",
       [](const GivenNumbers& in) { return attended(in, 0.3); },
       [](const GivenNumbers& in) { return attended(in, 1); }},
      {"attention_to_the_base_of_two", attention_arguments({"0.36067376"}),
       "sum(j: softmax(j: alpha * log(2) * sum(e: Q * K)) * V)",
       [](const GivenNumbers& in) { return attended(in, 0.36067376 * std::log(2.0)); },
       [](const GivenNumbers& in) { return attended(in, 0.36067376 * std::log2(std::numbers::e)); }},
      {"attention_causal", square, "sum(j: softmax(j: causal(q, j: sum(e: Q * K) / sqrt(16))) * V)",
       [](const GivenNumbers& in) { return attended(in, 0.25, true); },
       [](const GivenNumbers& in) { return attended(in, 0.25, false); }, true},
      {"attention_sums_of_lines",
       {"Q=f16[q:12,e:16]", "K=f16[j:20,e:16]", "O=out f32[q:12]"},
       "log(sum(j: exp(sum(e: Q * K) / sqrt(16))))",
       [](const GivenNumbers& in) { return log_sums(in, 0.25); },
       [](const GivenNumbers& in) { return log_sums(in, 0.25 / std::log(2.0)); }},
      {"two_products", two_products, "sum(h: relu(sum(e: X * W1) + bias) * W2)",
       [](const GivenNumbers& in) { return of_two_products(in, 1, relu_of); },
       [](const GivenNumbers& in) { return of_two_products(in, 0, relu_of); }},
      {"two_products_silu", two_products, "sum(h: silu(sum(e: X * W1) + bias) * W2)",
       [](const GivenNumbers& in) { return of_two_products(in, 1, silu_of); },
       [](const GivenNumbers& in) { return of_two_products(in, 2, silu_of); }},
  };
}

std::vector<UsualCase> line_cases() {
  return {
      {"softmax",
       {"A=f32[m:14,k:22]", "C=out f32[m:14,k:22]"},
       "softmax(k: A)",
       [](const GivenNumbers& in) { return softmax_of_rows(in.of("A"), 22); },
       [](const GivenNumbers& in) { return each(in.of("A"), [](double x, int) { return std::exp(x); }); }},
      {"softmax_of_columns",
       {"A=f32[m:14,k:22]", "C=out f32[m:14,k:22]"},
       "softmax(m: A)",
       [](const GivenNumbers& in) { return transposed(softmax_of_rows(transposed(in.of("A"), 14, 22), 14), 22, 14); },
       [](const GivenNumbers& in) {
         return softmax_of_rows(each(in.of("A"), [](double x, int) { return 0.9 * x; }), 22);
       }},
      {"norm",
       {"A=f32[m:14,k:22]", "g=f32[k:22]", "C=out f32[m:14,k:22]"},
       "((A - mean(k: A)) / sqrt(mean(k: A * A) - mean(k: A) * mean(k: A) + 1e-5)) * g",
       [](const GivenNumbers& in) { return normalised(in, 1e-5, true); },
       [](const GivenNumbers& in) { return normalised(in, 1, true); }},
      {"norm_of_squares",
       {"A=f32[m:14,k:22]", "g=f32[k:22]", "C=out f32[m:14,k:22]"},
       "(A / sqrt(mean(k: A * A) + 1e-5)) * g",
       [](const GivenNumbers& in) { return normalised(in, 1e-5, false); },
       [](const GivenNumbers& in) { return normalised(in, 0.1, false); }},
      {"gated",
       {"A=f32[m:14]", "B=f32[m:14]", "C=out f32[m:14]"},
       "silu(A) * B",
       [](const GivenNumbers& in) {
         return each(in.of("A"), [&](double x, int at) { return silu_of(x) * in.of("B")[at]; });
       },
       [](const GivenNumbers& in) {
         return each(in.of("A"), [&](double x, int at) { return silu_of(x) - in.of("B")[at]; });
       }},
      {"largest",
       {"A=f32[m:14,k:22]", "C=out f32[m:14]"},
       "max(k: A)",
       [](const GivenNumbers& in) {
         Values c(14, -9);
         for (int at = 0; at < 14 * 22; ++at) c[at / 22] = std::max(c[at / 22], in.of("A")[at]);
         return c;
       },
       [](const GivenNumbers& in) {  // all but the last
         Values c(14);
         for (int at = 0; at < 14 * 22; ++at) c[at / 22] += at % 22 == 21 ? 0 : in.of("A")[at];
         return c;
       }},
  };
}

std::vector<UsualCase> typed_cases() {
  return {
      {"whole_numbers",
       {"A=s8[m:14,k:22]", "B=s8[k:22,n:18]", "C=out s32[m:14,n:18]"},
       "sum(k: A * B)",
       plain_product,
       [](const GivenNumbers& in) {
         return each(plain_product(in), [](double x, int at) { return at == 250 ? x + 1 : x; });
       }},
      {"doubles",
       {"A=f64[m:14,k:22]", "B=f64[k:22,n:18]", "C=out f64[m:14,n:18]"},
       "sum(k: A * B)",
       plain_product,
       [](const GivenNumbers& in) {
         return each(plain_product(in), [](double x, int) { return 3 * double{static_cast<float>(x / 3)}; });
       }},
  };
}

std::vector<UsualCase> usual_cases() {
  std::vector<UsualCase> all;
  for (const auto& some : {product_cases_of_numbers(), chained_cases(), line_cases(), typed_cases()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

class UsualNumbers : public testing::TestWithParam<UsualCase> {
 protected:
  OutputVerdict judged(const Values& values) const {
    OutputVerdict verdict = in_.verdict_of(values);
    verdict.is_masked = GetParam().masked;
    if (verdict.is_masked) verdict.state = verdict.classes[0].state = VerdictState::Unjudged;
    return in_.judged(std::move(verdict));
  }
  GivenNumbers in_{GetParam().arguments};
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

// Where the scores are close to each other, a scale is not seen, nor is what is added and is next to nothing.
TEST(UsualNumbersThat, AMistakeWouldGiveTooAreNotCalledRight) {
  GivenNumbers flat(attention_arguments());
  for (double& number : flat.numbers[0].second) number *= 1e-4;
  const OutputVerdict scores = flat.judged(flat.verdict_of(attended(flat, 1)));
  EXPECT_EQ(scores.state, VerdictState::Unjudged);
  EXPECT_EQ(scores.numbers->reason,
            "they would be the same if they were sum(j: softmax(j: 0.5 * sum(e: Q * K)) * V): other inputs tell them "
            "apart");
  GivenNumbers small(product_arguments({"bias=f32[n:18]"}));
  for (double& number : small.numbers[2].second) number *= 1e-6;
  const OutputVerdict bias = small.judged(small.verdict_of(activated(
      small, [](double x) { return x; }, 1)));
  EXPECT_EQ(bias.state, VerdictState::Unjudged);
  EXPECT_THAT(bias.numbers->reason, testing::HasSubstr("if they were sum(k: A * B): other inputs"));
}

}  // namespace
}  // namespace tcviz