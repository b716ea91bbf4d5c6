// The simulator against a product on the host, with fresh random whole numbers.
#include "gpu/kernel/maxas/simulator.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tcviz::maxas {
namespace {

constexpr Number untouched = -7;

std::vector<Number> random_numbers(std::size_t count, std::mt19937& random) {
  std::uniform_int_distribution<Number> number(-99, 99);
  std::vector<Number> numbers(count);
  for (Number& each : numbers) each = number(random);
  return numbers;
}

std::size_t product_of(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }

Problem problem_of(const SgemmKernel& kernel, int m, int n, int k, std::mt19937& random) {
  Problem p{kernel, m, n, k, (m + 3) / 4 * 4, (n + 3) / 4 * 4 + 4, m + 3, 1, {}, {}, {}};
  p.alpha = std::uniform_int_distribution<Number>(-3, 3)(random);
  p.a = random_numbers(product_of(p.lda, k), random);
  p.b = random_numbers(product_of(p.ldb, k), random);
  p.c.assign(product_of(p.ldc, n), untouched);
  return p;
}

std::vector<Number> on_the_host(const Problem& p) {
  std::vector<Number> c = p.c;
  for (int m = 0; m < p.m; ++m)
    for (int n = 0; n < p.n; ++n) {
      Number sum = 0;
      for (int k = 0; k < p.k; ++k) sum += p.a[product_of(k, p.lda) + m] * p.b[product_of(k, p.ldb) + n];
      c[product_of(n, p.ldc) + m] = p.alpha * sum;
    }
  return c;
}

struct Size {
  int m, n, k;
};
// Whole tiles of both kernels, more than one block, and ragged edges: one row, one column, odd sizes on either side.
constexpr Size sizes[] = {{64, 64, 8}, {64, 64, 24}, {64, 64, 64},  {128, 128, 8}, {128, 128, 24}, {128, 128, 64},
                          {1, 1, 8},   {65, 63, 24}, {130, 67, 16}, {33, 129, 8},  {100, 200, 24}, {4, 128, 40}};

TEST(Simulator, GivesTheProduct) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  for (const SgemmKernel& kernel : sgemm_kernels) {
    for (const Size& size : sizes) {
      const Problem problem = problem_of(kernel, size.m, size.n, size.k, random);
      const auto c = multiply(problem);
      ASSERT_TRUE(c.ok()) << c.error().message;
      EXPECT_TRUE(c.value() == on_the_host(problem))
          << "sgemm" << kernel.tile << " m " << size.m << " n " << size.n << " k " << size.k << ", seed " << seed;
    }
  }
}

TEST(Simulator, EveryOrderAndMapGivesTheProduct) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  const Problem problem = problem_of(sgemm64, 61, 64, 16, random);
  const std::vector<Number> expected = on_the_host(problem);
  for (const IssueOrderRow& order : issue_orders)
    for (const RegisterMapRow& map : register_maps)
      EXPECT_TRUE(multiply(problem, {order.order, map.map, 2}).value() == expected)
          << order.name << " " << map.name << ", seed " << seed;
}

// The numbers between the columns of C, and beyond m and n, stay.
TEST(Simulator, StoresInsideMAndNOnly) {
  std::mt19937 random(std::random_device{}());
  const Problem problem = problem_of(sgemm64, 5, 3, 8, random);
  const std::vector<Number> c = multiply(problem).value();
  for (int n = 0; n < 3; ++n)
    for (int row = 5; row < problem.ldc; ++row) EXPECT_EQ(c[product_of(n, problem.ldc) + row], untouched);
}

TEST(Simulator, RefusesWhatTheKernelsCannotDo) {
  std::mt19937 random(1);
  const Problem good = problem_of(sgemm64, 20, 20, 8, random);
  ASSERT_TRUE(multiply(good).ok());
  const auto refused = [&](auto change) {
    Problem problem = good;
    change(problem);
    const auto result = multiply(problem);
    return !result.ok() && !result.error().message.empty();
  };
  EXPECT_TRUE(refused([](Problem& p) { p.k = 7; }));
  EXPECT_TRUE(refused([](Problem& p) { p.k = 0; }));
  EXPECT_TRUE(refused([](Problem& p) { p.k = 12; }));
  EXPECT_TRUE(refused([](Problem& p) { p.k = 16; }));  // A and B have 8 columns
  EXPECT_TRUE(refused([](Problem& p) { p.m = 0; }));
  EXPECT_TRUE(refused([](Problem& p) { p.n = -1; }));
  EXPECT_TRUE(refused([](Problem& p) { p.lda = 16; }));
  EXPECT_TRUE(refused([](Problem& p) { p.ldb = 22; }));
  EXPECT_TRUE(refused([](Problem& p) { p.ldc = 19; }));
  EXPECT_TRUE(refused([](Problem& p) { p.a.pop_back(); }));
  EXPECT_TRUE(refused([](Problem& p) { p.c.clear(); }));
}

}  // namespace
}  // namespace tcviz::maxas
