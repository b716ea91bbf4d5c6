// Operations on a real GPU: both executors against each other, and texts that must not harm anybody.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/run/ops/compile_ahead.hpp"
#include "gpu/run/ops/prove.hpp"
#include "gpu/run/ops/remote_run.hpp"
#include "gpu/source/device/gpu.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/discover.hpp"
#include "tests/gpu/program.hpp"
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
    options.stated = manual_layout;
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

  template <class OfKind, class OfOperation>
  static std::vector<RunRequest> requests_for(OfKind&& has_kind, OfOperation&& has_operation) {
    std::vector<RunRequest> requests;
    for (const Layout& layout : *layouts) {
      const Kind& kind = *find_kind(layout.kind());
      for (const Operation& operation : operations()) {
        if (has_kind(kind) && has_operation(operation) && !why_not(operation, kind))
          requests.push_back(request(operation.id, layout));
      }
    }
    return requests;
  }

  static inline std::vector<Layout>* layouts = nullptr;
  static inline ComputeCapability capability = 0;
};

RemoteRunner runner(std::chrono::milliseconds patience = std::chrono::seconds(10)) {
  return RemoteRunner({program_beside(), "__work", "kernels"}, patience);
}

// Runs them on the GPU and on the CPU.
void expect_agreement(const std::vector<RunRequest>& requests, ComputeCapability capability) {
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

TEST_F(Operations, BothExecutorsAgreeOnEveryOperationAndKind) {
  const auto requests =
      requests_for([](const Kind& kind) { return kind.family == Family::Wmma; }, [](const Operation&) { return true; });
  ASSERT_GT(requests.size(), 2000u);
  expect_agreement(requests, capability);
}

TEST_F(Operations, BothExecutorsAgreeOnEveryOperationAndAccumulatorOfMma) {
  const auto requests =
      requests_for([](const Kind& kind) { return kind.family == Family::Mma; }, [](const Operation&) { return true; });
  ASSERT_GT(requests.size(), 100u);
  expect_agreement(requests, capability);
}

// A power of two of columns, and not.
TEST_F(Operations, BothExecutorsAgreeOnEveryOperationAndSomeAccumulatorsOfWgmma) {
  if (capability != 90) GTEST_SKIP() << "this GPU has no wgmma";
  const auto requests = requests_for(
      [](const Kind& kind) { return kind.family == Family::Wgmma && (kind.shape.n == 24 || kind.shape.n == 32); },
      [](const Operation&) { return true; });
  ASSERT_GT(requests.size(), 150u);
  expect_agreement(requests, capability);
}

TEST_F(Operations, BothExecutorsAgreeOnAccumulatorsOfWgmmaOfEveryWidth) {
  if (capability != 90) GTEST_SKIP() << "this GPU has no wgmma";
  const auto requests = requests_for([](const Kind& kind) { return kind.family == Family::Wgmma; },
                                     [](const Operation& each) { return each.id == "upper" || each.id == "col_max"; });
  ASSERT_EQ(requests.size(), 164u);
  expect_agreement(requests, capability);
}

// The layout under test is no proof of itself: the instruction tells that this one is wrong.
TEST_F(Operations, AWrongLayoutOfAnAccumulatorFailsVerification) {
  const Layout right = probed("mma.m16n8k16.acc.f32");
  LayoutData data{right.kind(), 16, 8, 32, 4, 32, {}, {right.map().begin(), right.map().end()}};
  std::swap(data.map[1], data.map[2]);
  RemoteRunner remote = runner();
  const auto result = remote.run(request("upper", Layout::make(std::move(data)).value()), go_on);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_FALSE(result.value().judgement.verified);
  const auto own = remote.run(request("upper", right), go_on);
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_TRUE(own.value().judgement.verified) << own.value().judgement.sentence;
  EXPECT_NE(own.value().placed_by.find("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 on the GPU"),
            std::string::npos);
}

TEST_F(Operations, AccumulatorsAreTimedBothWaysAndBothWriteTheSame) {
  std::vector<std::string_view> kinds{"mma.m16n8k16.acc.f32", "mma.m16n8k8.acc.f16"};
  if (capability == 90) kinds.insert(kinds.end(), {"wgmma.m64n64.acc.f32", "wgmma.m64n24.acc.f16"});
  RemoteRunner remote = runner();
  for (const std::string_view kind : kinds) {
    for (const std::string_view operation : {"upper", "col_max", "zero"}) {
      RunRequest timed = request(operation, probed(kind));
      timed.batches = {1 << 10};
      const auto result = remote.run(timed, go_on);
      ASSERT_TRUE(result) << kind << ": " << result.error().message;
      ASSERT_EQ(result.value().timings.size(), 2u);
      for (const Timing& timing : result.value().timings) {
        EXPECT_EQ(timing.skipped, "");
        EXPECT_TRUE(timing.same_results) << kind << " " << operation;
        EXPECT_GT(timing.registers_ns, 0);
      }
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
  EXPECT_EQ(wild.error().fault, Fault::Negative);  // the body is wrong; nothing is missing
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
    const Kind& kind = *find_kind(layout.kind());
    const bool of_mma = kind.family == Family::Mma && kind.operand == Operand::Accumulator;
    if (kind.family != Family::Wmma && !of_mma) continue;  // hundreds of others are alike
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
