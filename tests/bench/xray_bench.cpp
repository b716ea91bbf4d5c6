// The x-ray on one core, after the PTX was read, with its numbers compared; and the reader. CPU times, medians of seven
// runs (AMD EPYC, two cores, GCC 12, 2026-11-25), with what was promised:
//   execute: a tile of 256x128x160 21 ms (20 ms), attention of 128 queries, 128 keys, 128 wide 31 ms (50 ms)
//   read, 7 MB: 33 ms (300 ms)
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz {
namespace {

struct LargeKernel {
  const char* file;
  Dim3 block;
  std::int64_t shared;
  std::vector<const char*> arguments;
  const char* expected;
};

// 3 stages of cp.async; 8 warps with 64 x 64 elements each.
const LargeKernel tile{"large_tile.ptx",
                       {256, 1, 1},
                       87552,
                       {"A=f16[m:256,k:160]", "B=f16[k:160,n:128]", "C=out f32[m:256,n:128]", "128", "160"},
                       "C = sum(k: A * B)"};
const LargeKernel attention{
    "large_attention.ptx",
    {256, 1, 1},
    0,
    {"Q=f16[q:128,d:128]*0.1", "K=f16[j:128,d:128]", "V=f16[j:128,e:128]", "O=out f32[q:128,e:128]", "128"},
    "O = sum(j: softmax(j: log(2) * sum(d: Q * K)) * V)"};

std::string text_of(const LargeKernel& kernel) {
  std::ifstream file(std::string(TCVIZ_XRAY_KERNELS "/") + kernel.file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Result<Layout> layout_of_manual(const std::string& kind) { return manual_layout(*find_kind(kind)); }

void execute(benchmark::State& state, const LargeKernel& kernel) {
  std::string ptx = text_of(kernel);
  if (ptx.empty()) return state.SkipWithError("the kernels of tests/xray are not here");
  const Result<PtxModule> module = read_ptx(std::move(ptx));
  if (!module.ok()) return state.SkipWithError(module.error().message.c_str());
  XrayRequest launch;
  launch.architecture = 80;
  launch.block = kernel.block;
  launch.shared = kernel.shared;
  for (const char* text : kernel.arguments) launch.arguments.push_back(read_xray_argument(text).value());
  launch.expectations.push_back(read_expectation(kernel.expected, launch).value());
  for (auto _ : state) {
    const Result<XrayReport> report = run_xray(module.value(), launch, layout_of_manual, {nullptr, nullptr, 1});
    if (!report.ok() || report.value().verdict != VerdictState::Right)
      return state.SkipWithError(report.ok() ? "it is not called right" : report.error().message.c_str());
  }
}
BENCHMARK_CAPTURE(execute, tile_256x128x160, tile)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(execute, attention_128x128x128, attention)->Unit(benchmark::kMillisecond);

// 7 MB, of one kernel many times.
void read(benchmark::State& state) {
  const std::string once = text_of(tile);
  if (once.empty()) return state.SkipWithError("the kernels of tests/xray are not here");
  const std::size_t head = once.find(".visible .entry");
  const std::size_t tail = once.find("\t.file");
  std::string text = once.substr(0, head);
  for (int copy = 0; text.size() < 7'000'000; ++copy) {
    std::string body = once.substr(head, tail - head);
    for (std::size_t at = body.find("tile"); at != std::string::npos; at = body.find("tile", at + 4))
      body.replace(at, 4, "k" + std::to_string(100 + copy));
    text += body;
  }
  text += once.substr(tail);
  for (auto _ : state)
    if (const Result<PtxModule> module = read_ptx(text); !module.ok())
      return state.SkipWithError(module.error().message.c_str());
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tcviz
