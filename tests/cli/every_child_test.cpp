// All work in a process of its own: whatever that process does instead of it is told in words, and soon.
#include <gtest/gtest.h>

#include "app/cli/serve/serve_worker.hpp"
#include "app/session/xray/xray_child.hpp"
#include "gpu/prove/remote_sweep.hpp"
#include "gpu/run/gemm/gemm_remote.hpp"
#include "gpu/run/ops/remote_run.hpp"
#include "gpu/source/probe/remote_device.hpp"
#include "tests/assets/assets.hpp"
#include "tests/device/shell_child.hpp"

namespace tcviz {
namespace {

using ChildCommand = std::vector<std::string>;
constexpr std::chrono::milliseconds patience{300};

std::string run_of(const ChildCommand& command) {
  RunRequest request;
  request.operation = find_operation("upper");
  for (const Layout& layout : layouts_of_asset("sm_90.json"))
    if (layout.kind() == "wmma.m16n16k16.acc.f32") request.layout = layout;
  const auto result = RemoteRunner(command, patience).run(request, [](std::string_view, int, int) { return true; });
  return result ? "" : result.error().message;
}

std::string products_of(const ChildCommand& command) {
  const auto report = run_gemm_remotely(
      command, {}, [](const std::string&, int, int) { return true; }, patience);
  return report ? "" : report.error().message;
}

std::string sweep_of(const ChildCommand& command) {
  const auto device = start_sweep_device(command, patience);
  return device ? "" : device.error().message;
}

std::string probe_of(const ChildCommand& command) {
  auto device = start_remote_device(command, {}, patience);
  if (!device) return device.error().message;
  const std::vector<ProductRequest> requests(2, ProductRequest{find_kind("wmma.m16n16k16.a.f16.row"), {}, {}, {}});
  const ProbeAnswers<Words> answers = device.value()->multiply(requests);
  return device.value()->lost() && answers.size() == 2 && !answers[0] && !answers[1] ? "lost" : "";
}

std::string xray_of(const ChildCommand& command) {
  const auto report = kernel_runner(command, patience)({"// a kernel", false, "", ""}, {});
  return report ? "" : report.error().message;
}

std::string live_of(const ChildCommand& command) {
  const auto run = live_reader(command, patience)({"run.live", 0, ""}, {});
  return run ? "" : run.error().message;
}

std::string request_of(const ChildCommand& command) {
  ServeLimits limits;
  limits.time = patience;
  const auto answer = ServeWorker(command, limits).ask("a request");
  return answer ? "" : answer.error().message;
}

struct Work {
  const char* name;
  std::string (*told)(const ChildCommand& command);
  std::string killed, silent, garbled;  // what is told begins so
};

const Work works[] = {
    {"kernels", run_of, "the process that runs kernels crashed: try again.",
     "the kernel did not end within 0.3 s (cudaErrorLaunchTimeout): it was ended; look for a loop that never does.",
     "the process that runs kernels was not understood: "},
    {"products", products_of, "the process that runs products crashed at a part: leave that kernel out.",
     "a part did not answer for 0.3 s: it was ended.", "the process that runs products was not understood: "},
    {"sweep", sweep_of, "the process that asks the GPU did not start: try again.",
     "the process that asks the GPU did not start: try again.", "the process that asks the GPU was not understood: "},
    {"probe", probe_of, "lost", "lost", "lost"},
    {"xray", xray_of, "the execution crashed; nothing else is lost. Please report this kernel.",
     "the execution took longer than 0.3 s: try a smaller launch.",
     "the process that executes kernels was not understood: "},
    {"live", live_of, "tcviz live did not finish with this file.", "tcviz live did not finish with this file.",
     "the process that reads live registers was not understood: "},
    {"requests", request_of, "the process that answers has ended on this request: the next request gets a fresh one.",
     "the request was given up after 0.3 s: ask for less, ", "the process that answers was not understood: "},
};

class EveryChild : public testing::TestWithParam<Work> {
 protected:
  void expect_told(const std::string& script, const std::string& begin) {
    const std::string told = GetParam().told(shell(printed_frame(progress_frame("a part", 0, 1)) + script));
    EXPECT_TRUE(told.starts_with(begin)) << told;
  }
};

TEST_P(EveryChild, Killed) { expect_told("head -c 8 > /dev/null; kill -9 $$", GetParam().killed); }
TEST_P(EveryChild, Hanging) { expect_told("exec sleep 100", GetParam().silent); }
TEST_P(EveryChild, Silent) { expect_told("exec cat > /dev/null", GetParam().silent); }
TEST_P(EveryChild, StoppedWithinAFrame) {
  expect_told("printf '\\007\\0\\0\\0\\0\\0\\0\\0ab'; exec sleep 100", GetParam().silent);
}
TEST_P(EveryChild, TalkingGarbage) { expect_told(printed_frame("garbage") + "exec sleep 100", GetParam().garbled); }
TEST_P(EveryChild, OfAnotherVersion) {
  expect_told(printed_frame(answer_frame({{"no such", "field"}})) + "exec sleep 100", GetParam().garbled);
}

INSTANTIATE_TEST_SUITE_P(Works, EveryChild, testing::ValuesIn(works),
                         [](const auto& work) { return std::string(work.param.name); });

}  // namespace
}  // namespace tcviz
