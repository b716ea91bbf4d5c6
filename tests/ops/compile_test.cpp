// Every operation's kernels for every kind and architecture, compiled by NVRTC: no GPU and no driver is needed for
// that.
#include <gtest/gtest.h>

#include "gpu/device/nvrtc.hpp"
#include "gpu/ops/body.hpp"
#include "gpu/ops/compile_ahead.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

constexpr ComputeCapability architectures[] = {75, 80, 90, 100, 120};

// All operations of kinds that an architecture has, some kinds to a text: most of the time goes into reading mma.h.
std::vector<std::vector<RunRequest>> portions(ComputeCapability architecture) {
  constexpr std::size_t kinds_together = 8;
  std::vector<std::vector<RunRequest>> all;
  std::size_t kinds = 0;
  for (const Layout& layout : all_layouts()) {
    const Kind& kind = *find_kind(layout.kind());
    if (kind.since > architecture) continue;
    if (kinds++ % kinds_together == 0) all.emplace_back();
    for (const Operation& operation : operations()) {
      if (!why_not(operation, kind))
        all.back().push_back({&operation, layout, {}, usual_scalars(operation), 1, 0, {}, 20});
    }
  }
  return all;
}

class CompiledFor : public testing::TestWithParam<ComputeCapability> {};

TEST_P(CompiledFor, EveryOperationOnEveryKind) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const auto known = nvrtc_architectures(places.value());
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) GTEST_SKIP() << "this NVRTC does not know it";
  for (const auto& portion : portions(GetParam())) {
    const auto text = joined_text(portion);
    ASSERT_TRUE(text) << text.error().message;
    const CompileRequest request{text.value(), "kernel", GetParam(), {"--fmad=false"}};
    const auto compiled = compile_kernel(places.value(), request, {});
    const auto* const failure = std::get_if<CompileFailure>(&compiled);
    ASSERT_EQ(failure, nullptr) << failure->log.substr(0, 2000);
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, CompiledFor, testing::ValuesIn(architectures),
                         [](const auto& each) { return "sm_" + std::to_string(each.param); });

// What the evaluator on the CPU knows, the kernel's text must know too.
TEST(CompiledBody, ConstantsOfCsHeaders) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const Layout layout = recorded("wmma.m16n16k16.acc.f32");
  const std::string body = "x = x > 0 ? FLT_MAX : row == col ? -INFINITY : row > col ? NAN : INT_MIN + INT_MAX;";
  ASSERT_TRUE(Body::parse(body).value.has_value());
  const auto texts = kernel_texts({find_operation("body"), &layout, body, true});
  ASSERT_TRUE(texts);
  const auto compiled = compile_kernel(places.value(), {texts.value().check, "kernel", 90, {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  EXPECT_EQ(failure, nullptr) << failure->log;
}

// A mistake in a user's text must be told at its own line.
TEST(CompiledBody, AMistakeIsToldAtItsOwnLine) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const Layout layout = recorded("wmma.m16n16k16.acc.f32");
  const KernelRequest request{find_operation("body"), &layout, "float y = 2;\nx = y +* 3;", true};
  const auto texts = kernel_texts(request);
  ASSERT_TRUE(texts);
  const auto compiled = compile_kernel(places.value(), {texts.value().check, "kernel", 90, {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  ASSERT_NE(failure, nullptr);
  ASSERT_FALSE(failure->lines.empty()) << failure->log;
  EXPECT_EQ(failure->lines.front().file, body_file);
  EXPECT_EQ(failure->lines.front().line, 2);
}

}  // namespace
}  // namespace tcviz
