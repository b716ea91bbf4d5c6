// Operations on a real GPU: both executors against each other, and texts that must not harm anybody.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/device/gpu.hpp"
#include "gpu/formula/deduce.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/ops/compile_ahead.hpp"
#include "gpu/ops/prove.hpp"
#include "gpu/ops/remote_run.hpp"
#include "gpu/probe/discover.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

constexpr auto go_on = [](std::string_view, int, int) { return true; };

class Operations : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const GpuSurvey survey = survey_gpus();
    ASSERT_TRUE(survey.absence.empty()) << survey.absence;
    capability = survey.gpus.front().capability;
    DiscoverOptions options;
    options.look_for_gpus = true;
    Sources sources = discover_sources(options);
    const auto source = sources.find("cuda:0");
    ASSERT_TRUE(source) << source.error().message;
    layouts = new std::vector<Layout>();
    for (const std::string& kind : source.value()->kinds()) {
      auto layout = layout_of(*source.value(), kind);
      if (layout) layouts->push_back(std::move(layout.value()));
    }
  }
  static void TearDownTestSuite() { delete layouts; }

  static RunRequest request(std::string_view operation, const Layout& layout, std::string body = {}) {
    const Operation& row = *find_operation(operation);
    return {&row, layout, std::move(body), usual_scalars(row), 11, 0, {}, 20};
  }
  static Layout probed(std::string_view kind) {
    for (const Layout& layout : *layouts) {
      if (layout.kind() == kind) return layout;
    }
    std::abort();
  }

  static inline std::vector<Layout>* layouts = nullptr;
  static inline ComputeCapability capability = 0;
};

RemoteRunner runner(std::chrono::milliseconds patience = std::chrono::seconds(10)) {
  return RemoteRunner({TCVIZ_PROGRAM, "__run-kernels"}, patience);
}

TEST_F(Operations, BothExecutorsAgreeOnEveryOperationAndKind) {
  std::vector<RunRequest> requests;
  for (const Layout& layout : *layouts) {
    for (const Operation& operation : operations()) {
      if (!why_not(operation, *find_kind(layout.kind()))) requests.push_back(request(operation.id, layout));
    }
  }
  ASSERT_GT(requests.size(), 2000u);
  const auto compiled = compile_ahead(requests, capability, go_on);
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_EQ(compiled.value().failed, 0) << compiled.value().first_failure;
  RemoteRunner remote = runner();
  for (const RunRequest& each : requests) {
    const auto gpu = remote.run(each, go_on), cpu = run_on_cpu(each);
    const std::string name = std::string(each.operation->id) + " " + each.layout->kind();
    ASSERT_TRUE(gpu) << name << ": " << gpu.error().message;
    ASSERT_TRUE(cpu) << name << ": " << cpu.error().message;
    EXPECT_TRUE(gpu.value().judgement.verified) << name << ": " << gpu.value().judgement.sentence;
    const double allowed = 2 * std::max(gpu.value().judgement.allowed, cpu.value().judgement.allowed);
    for (std::size_t n = 0; n < cpu.value().after_by_slot.size(); ++n) {
      const double a = gpu.value().after_by_slot[n], b = cpu.value().after_by_slot[n];
      ASSERT_TRUE(a == b || std::abs(a - b) <= allowed) << name << " slot " << n << ": " << a << " and " << b;
    }
  }
}

TEST_F(Operations, ALayoutOfAnotherArchitectureFailsVerification) {
  RemoteRunner remote = runner();
  const auto result = remote.run(request("upper", published_volta()), go_on);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_FALSE(result.value().judgement.verified);
}

TEST_F(Operations, AnEndlessLoopIsEndedAndTheNextRunIsFine) {
  RemoteRunner remote = runner(std::chrono::seconds(2));
  const Layout layout = probed("wmma.m16n16k16.acc.f32");
  const auto endless = remote.run(request("body", layout, "while (a != 0) x = x + 1"), go_on);
  ASSERT_FALSE(endless);
  EXPECT_NE(endless.error().message.find("cudaErrorLaunchTimeout"), std::string::npos) << endless.error().message;
  const auto next = remote.run(request("upper", layout), go_on);
  ASSERT_TRUE(next) << next.error().message;
  EXPECT_TRUE(next.value().judgement.verified);
}

TEST_F(Operations, AStoreOutOfBoundsHasItsCudaNameAndTheNextRunIsFine) {
  RemoteRunner remote = runner();
  const Layout layout = probed("wmma.m16n16k16.acc.f32");
  const auto wild = remote.run(request("body", layout, "out[row * 100000000] = x"), go_on);
  ASSERT_FALSE(wild);
  EXPECT_NE(wild.error().message.find("running the kernel: cudaError"), std::string::npos) << wild.error().message;
  const auto next = remote.run(request("upper", layout), go_on);
  ASSERT_TRUE(next) << next.error().message;
  EXPECT_TRUE(next.value().judgement.verified);
}

TEST_F(Operations, ARunIsTimedBothWaysAndBothWriteTheSame) {
  RemoteRunner remote = runner();
  RunRequest timed = request("upper", probed("wmma.m16n16k16.acc.f32"));
  timed.batches = {1 << 12};
  const auto result = remote.run(timed, go_on);
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result.value().timings.size(), 2u);
  for (const Timing& timing : result.value().timings) {
    EXPECT_TRUE(timing.same_results);
    EXPECT_GT(timing.registers_ns, 0);
    EXPECT_LE(timing.ratio_low, timing.ratio_high);
  }
}

TEST_F(Operations, TheFunctionsThatArePastedGiveTheProbedElements) {
  for (const Layout& layout : *layouts) {
    const auto found = deduce(layout, Style::Function, nullptr);
    ASSERT_TRUE(found);
    const auto elements = elements_on_gpu(found.value().text, layout.threads(), layout.values(), 0);
    ASSERT_TRUE(elements) << elements.error().message;
    for (int n = 0; n < layout.slots(); ++n) {
      ASSERT_EQ(elements.value()[static_cast<std::size_t>(n)], layout.element(layout.slot(n))) << layout.kind();
    }
  }
}

}  // namespace
}  // namespace tcviz
