// Whole products on a real GPU: every kernel at ragged shapes, exact on small whole numbers.
#include <gtest/gtest.h>

#include "gpu/device/gpu.hpp"
#include "gpu/ops/gemm_remote.hpp"
#include "gpu/ops/gemm_report.hpp"
#include "gpu/probe/discover.hpp"

namespace tcviz {
namespace {

Result<FragmentFormulae> probed_formulae() {
  DiscoverOptions options;
  options.look_for_gpus = true;
  Sources sources = discover_sources(options);
  const auto source = sources.find("cuda:0");
  if (!source) return source.error();
  const auto a = layout_of(*source.value(), "wmma.m16n16k16.a.f16.row");
  const auto b = layout_of(*source.value(), "wmma.m16n16k16.b.f16.row");
  if (!a) return a.error();
  if (!b) return b.error();
  return fragment_formulae(a.value(), b.value());
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
  const auto report =
      run_gemm_remotely({TCVIZ_PROGRAM, "__run-products"}, request, [](const std::string&, int, int) { return true; });
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

TEST(Products, ARunIsStoppedBetweenKernels) {
  const auto formulae = probed_formulae();
  ASSERT_TRUE(formulae) << formulae.error().message;
  GemmRequest request = every_kernel();
  request.shapes = {{256, 256, 256}};
  request.formulae = formulae.value();
  const auto report = run_gemm_remotely({TCVIZ_PROGRAM, "__run-products"}, request,
                                        [](const std::string& doing, int, int) { return doing.empty(); });
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "stopped");
}

}  // namespace
}  // namespace tcviz
