// Whole products on a real GPU: every kernel at ragged shapes, exact on small whole numbers.
#include <gtest/gtest.h>

#include "gpu/run/gemm/gemm_remote.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/run/gemm/gemm_simulate.hpp"
#include "gpu/source/device/gpu.hpp"
#include "tests/gpu/probed_fragments.hpp"
#include "tests/gpu/program.hpp"

namespace tcviz {
namespace {

Result<FragmentFormulae> probed_formulae() {
  const auto fragments = probed_fragments();
  if (!fragments) return fragments.error();
  return fragment_formulae(fragments.value().a, fragments.value().b);
}

GemmRequest every_kernel() {
  GemmRequest request;
  for (const GemmKernel& kernel : gemm_kernels()) request.kernels.push_back(&kernel);
  return request;
}

TEST(Products, EveryKernelIsExactAtTwentyShapes) {
  const auto formulae = probed_formulae();
  ASSERT_TRUE(formulae) << formulae.error().message;
  GemmRequest request = every_kernel();
  request.shapes = verified_gemm_shapes();
  request.formulae = formulae.value();
  request.data = GemmData::Whole;
  request.repetitions = 0;
  const auto report = run_gemm_remotely({program_beside(), "__work", "products"}, request,
                                        [](const std::string&, int, int) { return true; });
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report.value().rows.size(), request.kernels.size() * request.shapes.size());
  for (const GemmRow& row : report.value().rows) {
    const std::string name = row.kernel + " " + shape_text(row.shape);
    const bool library = find_gemm(row.kernel)->library != Library::None;
    if (library && !row.error.empty()) continue;  // no cuBLAS here
    EXPECT_EQ(row.error, "") << name;
    EXPECT_EQ(row.max_abs_error, 0) << name;
  }
}

// The kernels as they are on other architectures, as far as this GPU can run them.
TEST(Products, KernelsOfOtherArchitecturesAreExact) {
  const auto formulae = probed_formulae();
  ASSERT_TRUE(formulae) << formulae.error().message;
  GemmRequest request;
  for (const GemmKernel& kernel : gemm_kernels())
    if (kernel.text != nullptr) request.kernels.push_back(&kernel);
  request.shapes = {{1, 1, 1}, {129, 257, 33}, {1000, 512, 77}};
  request.formulae = formulae.value();
  request.data = GemmData::Whole;
  request.repetitions = 0;
  for (const ComputeCapability plan : {75, 80, 86, 100, 120}) {
    request.plan = plan;
    const auto report = run_gemm(request, [](const std::string&, int, int) { return true; });
    ASSERT_TRUE(report) << report.error().message;
    for (const GemmRow& row : report.value().rows) {
      if (!runs_on(*find_gemm(row.kernel), plan)) {
        EXPECT_NE(row.error, "") << row.kernel;
        continue;
      }
      EXPECT_EQ(row.error, "") << row.kernel << " as for sm_" << plan;
      EXPECT_EQ(row.max_abs_error, 0) << row.kernel << " as for sm_" << plan << " " << shape_text(row.shape);
    }
  }
}

// Judged on the GPU as on the CPU: the same product of the same numbers, computed and judged there.
TEST(Products, ResidualsAreThoseOfTheCpu) {
  GemmRequest request;
  request.kernels = {find_gemm("register_tiled")};
  request.shapes = {{65, 70, 129}};
  request.repetitions = 0;
  const auto report = run_gemm(request, [](const std::string&, int, int) { return true; });
  ASSERT_TRUE(report) << report.error().message;
  const GemmRow& measured = report.value().rows.at(0);
  const GemmRow simulated = simulate_gemm(*request.kernels.front(), request.shapes.front(), GemmData::Real, 0);
  EXPECT_NEAR(measured.residual / simulated.residual, 1, 1e-6);
  EXPECT_EQ(measured.max_abs_error, simulated.max_abs_error);
}

// 192 GiB for the results alone: more than any GPU has. The other shape's rows stay.
TEST(Products, WhatDoesNotFitIsRowsWithErrors) {
  GemmRequest request;
  request.kernels = {find_gemm("naive_wmma"), find_gemm("cublas_sgemm")};
  request.shapes = {{1 << 17, 1 << 17, 64}, {128, 128, 128}};
  request.data = GemmData::Wide;
  request.spread = 16;
  request.repetitions = 2;
  const auto report = run_gemm(request, [](const std::string&, int, int) { return true; });
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report.value().rows.size(), 4u);
  for (std::size_t n = 0; n < 4; ++n) {
    const GemmRow& row = report.value().rows[n];
    EXPECT_EQ(row.spread, 16);
    if (n < 2) {
      EXPECT_NE(row.error.find("MiB of GPU memory"), std::string::npos) << row.error;
    }
  }
  EXPECT_EQ(report.value().rows[2].error, "");
  EXPECT_GT(report.value().rows[2].gflops, 0);
}

TEST(Products, ARunIsStoppedBetweenKernels) {
  const auto formulae = probed_formulae();
  ASSERT_TRUE(formulae) << formulae.error().message;
  GemmRequest request = every_kernel();
  request.shapes = {{256, 256, 256}};
  request.formulae = formulae.value();
  const auto report = run_gemm_remotely({program_beside(), "__work", "products"}, request,
                                        [](const std::string& doing, int, int) { return doing.empty(); });
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "stopped");
}

}  // namespace
}  // namespace tcviz
