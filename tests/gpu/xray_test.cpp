// The engine's numbers against those of the GPU at hand: bit by bit for whole numbers, to rounding else.
#include <cuda_runtime.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "app/cli/kernels/xray_source.hpp"
#include "app/session/xray/built_in_xray_examples.hpp"
#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/verdict/launch_text.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "tests/gpu/kernel_on_gpu.hpp"
#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

int architecture_here() {
  int major = 0, minor = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  return 10 * major + minor;
}

// Of the largest number there is: sums come in another order, and are rounded to the output's format.
double rounding_of(ElementType type) {
  if (type == ElementType::F64) return 1e-12;
  return type == ElementType::F32 ? 2e-5 : type == ElementType::BF16 ? 1.6e-2 : 2e-3;
}

void compare(const XrayArray& array, const std::vector<double>& engine, const std::vector<double>& gpu) {
  ASSERT_EQ(engine.size(), gpu.size()) << array.name;
  double largest = 0, apart = 0;
  std::size_t equal = 0;
  for (std::size_t n = 0; n < gpu.size(); ++n) {
    largest = std::max(largest, std::fabs(gpu[n]));
    apart = std::max(apart, std::fabs(gpu[n] - engine[n]));
    equal += gpu[n] == engine[n] ? 1 : 0;
  }
  std::printf("  %s: %zu of %zu numbers equal, the others at most %.2g of %.3g apart\n", array.name.c_str(), equal,
              gpu.size(), apart, largest);
  EXPECT_GT(largest, 0) << array.name;
  if (is_whole(array.type))
    EXPECT_EQ(equal, gpu.size()) << array.name;
  else
    EXPECT_LE(apart, rounding_of(array.type) * largest) << array.name;
}

// To be held against ncu's counters of the same run.
void print_banks(const XrayReport& report) {
  std::int64_t loads = 0, stores = 0;
  for (const XrayBanks& row : report.banks) {
    if (row.op.starts_with("ld")) loads += row.wavefronts;
    if (row.op.starts_with("st")) stores += row.wavefronts;
  }
  std::printf("  wavefronts of shared memory: %lld loads, %lld stores\n", static_cast<long long>(loads),
              static_cast<long long>(stores));
}

void expect_same(const std::string& ptx, const XrayRequest& launch, const XrayReport& report) {
  ASSERT_FALSE(report.refused) << *report.refused;
  const auto module = read_ptx(ptx);
  ASSERT_TRUE(module.ok());
  const auto numbers = run_on_gpu(ptx, *module.value().entry(report.kernel), launch, report);
  ASSERT_TRUE(numbers.ok()) << numbers.error().message;
  print_banks(report);
  for (const OutputVerdict& output : report.outputs)
    compare(*launch.array_named(output.name), output.values, numbers.value().at(output.name));
}

class OnGpu : public testing::TestWithParam<KernelCase> {};

TEST_P(OnGpu, TheNumbersAreTheSame) {
  const KernelCase& of = GetParam();
  if (of.architecture > architecture_here()) GTEST_SKIP() << "for a later architecture";
  const std::string ptx = ptx_text(of);
  expect_same(ptx, launch_of_case(of), run_case(of, ptx));
}

INSTANTIATE_TEST_SUITE_P(Xray, OnGpu, testing::ValuesIn(kernel_cases()),
                         [](const auto& one) { return one.param.name; });

class ExampleOnGpu : public testing::TestWithParam<XrayExample> {};

TEST_P(ExampleOnGpu, TheNumbersAreTheSame) {
  const XrayExample& example = GetParam();
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  ASSERT_TRUE(folder.ok());
  const std::string file = (folder.value().path() / "kernel.cu").string();
  std::ofstream(file) << example.source;
  const Result<std::string> ptx = ptx_of({file, ""}, example.arch);
  if (!ptx.ok() && ptx.error().fault == Fault::Unavailable) GTEST_SKIP() << ptx.error().message;
  ASSERT_TRUE(ptx.ok()) << ptx.error().message;
  LaunchWords words;
  ASSERT_TRUE(add_launch_comments(example.source, words).ok());
  Result<XrayRequest> launch = launch_of(words);
  ASSERT_TRUE(launch.ok()) << launch.error().message;
  launch.value().all_blocks = true;
  const auto module = read_ptx(ptx.value());
  ASSERT_TRUE(module.ok());
  const Result<XrayReport> report = run_xray(module.value(), launch.value(), [&](const std::string& kind) {
    return layout_in_test(kind, launch.value().architecture);
  });
  ASSERT_TRUE(report.ok()) << report.error().message;
  expect_same(ptx.value(), launch.value(), report.value());
}

INSTANTIATE_TEST_SUITE_P(Xray, ExampleOnGpu, testing::ValuesIn(built_in_xray_examples()),
                         [](const auto& one) { return one.param.id; });

}  // namespace
}  // namespace tcviz
