// The arithmetic of products on the CPU against what an H200 computed of the same numbers.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "gpu/run/gemm/gemm_simulate.hpp"

namespace tcviz {
namespace {

nlohmann::json recorded_products() {
  std::ifstream file(TCVIZ_RESULTS "/gemm_h200.json");
  return nlohmann::json::parse(file);
}

// What the simulation leaves out is in the bits that a tensor core loses while it aligns: a few in a hundred.
double tolerance_of(Arithmetic arithmetic) { return arithmetic == Arithmetic::Fused ? 1e-3 : 0.03; }

TEST(SimulatedGemm, ResidualsAreThoseOfAnH200) {
  const nlohmann::json recorded = recorded_products();
  std::map<Arithmetic, double> simulated;  // kernels of one arithmetic give the same numbers
  int compared = 0;
  for (const auto& row : recorded.at("rows")) {
    const GemmKernel& kernel = *find_gemm(row.at("kernel").get<std::string>());
    if (row.at("m") != 128 || kernel.arithmetic == Arithmetic::Unknown) continue;
    auto [at, is_new] = simulated.try_emplace(kernel.arithmetic);
    if (is_new) at->second = simulate_gemm(kernel, {128, 128, 128}, GemmData::Real, 0).residual;
    const double measured = row.at("residual");
    EXPECT_NEAR(at->second / measured, 1, tolerance_of(kernel.arithmetic)) << kernel.id;
    ++compared;
  }
  EXPECT_EQ(compared, 15);  // all but cuBLAS's SGEMM
}

TEST(SimulatedGemm, WholeNumbersAreExact) {
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.arithmetic == Arithmetic::Unknown) continue;
    for (const GemmShape shape :
         {GemmShape{1, 1, 1}, GemmShape{3, 5, 1}, GemmShape{17, 9, 33}, GemmShape{64, 2, 100}}) {
      const GemmRow row = simulate_gemm(kernel, shape, GemmData::Whole, 0);
      EXPECT_EQ(row.max_abs_error, 0) << kernel.id;
      EXPECT_EQ(row.residual, 0) << kernel.id;
    }
  }
}

// What the authors' later work adds to the paper: sums rounded to nearest help at any spread, scaled errors where the
// errors of small numbers are subnormal.
TEST(SimulatedGemm, RoundingHelpsAndSoDoesScaling) {
  const GemmShape shape{64, 64, 256};
  for (const int spread : {1, 8, 16, 24}) {
    const auto residual = [&](std::string_view id) {
      return simulate_gemm(*find_gemm(id), shape, GemmData::Wide, spread).residual;
    };
    EXPECT_LT(2 * residual("corrected_wmma"), residual("corrected_truncated")) << spread;
    EXPECT_LT(residual("corrected_scaled"), residual("corrected_wmma")) << spread;
  }
}

TEST(SimulatedGemm, SaysWhatItDoesNotKnow) {
  const GemmRow row = simulate_gemm(*find_gemm("cublas_sgemm"), {8, 8, 8}, GemmData::Real, 0);
  EXPECT_FALSE(row.error.empty());
  EXPECT_LT(row.residual, 0);
}

}  // namespace
}  // namespace tcviz
