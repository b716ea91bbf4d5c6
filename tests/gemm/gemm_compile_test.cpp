// Every kernel for whole products, compiled by NVRTC for each architecture: no GPU and no driver is needed for that.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/run/gemm/gemm_run.hpp"
#include "gpu/run/gemm/gemm_texts.hpp"
#include "gpu/source/device/nvrtc.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

constexpr ComputeCapability architectures[] = {75, 80, 86, 89, 90, 100, 120};

class GemmCompiledFor : public testing::TestWithParam<ComputeCapability> {};

TEST_P(GemmCompiledFor, EveryKernel) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const auto known = nvrtc_architectures(places.value());
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) GTEST_SKIP() << "this NVRTC does not know it";
  const auto formulae = fragment_formulae(recorded("wmma.m16n16k16.a.f16.row"), recorded("wmma.m16n16k16.b.f16.row"));
  ASSERT_TRUE(formulae) << formulae.error().message;
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.text == nullptr || !runs_on(kernel, GetParam())) continue;
    const std::string text = kernel.text(GetParam(), formulae.value());
    EXPECT_NE(text.find(kernel.entry), std::string::npos) << kernel.id;
    std::vector<std::string> options;
    if (kernel.tiles(GetParam()).own_features)
      options.push_back("--gpu-architecture=sm_" + std::to_string(GetParam()) + "a");
    const auto compiled = compile_kernel(places.value(), {text, "kernel", GetParam(), options}, {});
    const auto* const failure = std::get_if<CompileFailure>(&compiled);
    ASSERT_EQ(failure, nullptr) << kernel.id << ": " << failure->log.substr(0, 2000);
  }
}

TEST_P(GemmCompiledFor, WhatIsDoneBesideTheProducts) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const auto known = nvrtc_architectures(places.value());
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) GTEST_SKIP() << "this NVRTC does not know it";
  const auto compiled = compile_kernel(places.value(), {gemm_text("beside_products.cu"), "kernel", GetParam(), {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  ASSERT_EQ(failure, nullptr) << failure->log.substr(0, 2000);
}

// Shared memory of a block, from the table "Technical Specifications per Compute Capability" of the CUDA C++
// Programming Guide.
TEST_P(GemmCompiledFor, SharedMemoryFitsABlock) {
  const ComputeCapability c = GetParam();
  const int most = (c == 75 ? 64 : c == 80 ? 163 : c == 86 || c == 89 || c == 120 ? 99 : 227) * 1024;
  for (const GemmKernel& kernel : gemm_kernels()) {
    if (kernel.tiles == nullptr || !runs_on(kernel, c)) continue;
    const GemmTiles tiles = kernel.tiles(c);
    EXPECT_LE(tiles.shared_bytes, most) << kernel.id;
    EXPECT_LE(tiles.threads, 1024) << kernel.id;
    EXPECT_EQ(tiles.threads % 32, 0) << kernel.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, GemmCompiledFor, testing::ValuesIn(architectures),
                         [](const auto& each) { return "sm_" + std::to_string(each.param); });

}  // namespace
}  // namespace tcviz
