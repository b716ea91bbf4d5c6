// Layouts: reading a recorded file, finding every owner, finding the bits.
#include <benchmark/benchmark.h>

#include "gpu/layout/gf2.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/assets/assets.hpp"

namespace tcviz {
namespace {

// The accumulator of one warp, 16 x 16, or of a warpgroup's m64n256: four warps, each with 16 rows.
LayoutData accumulator(int threads, int cols) {
  LayoutData data;
  data.kind = "bench.accumulator";
  data.rows = threads / 2;
  data.cols = cols;
  data.threads = threads;
  data.values = cols / 2;
  data.element_bits = 32;
  for (int tid = 0; tid < threads; ++tid)
    for (int i = 0; i < data.values; ++i) {
      const int row = tid / 32 * 16 + tid % 32 / 4 + i / 2 % 2 * 8, col = i / 4 * 8 + tid % 4 * 2 + i % 2;
      data.map.push_back(row * cols + col);
    }
  return data;
}

void parse_recorded_file(benchmark::State& state) {
  const std::string_view text = asset("sm_90.json");
  for (auto _ : state) benchmark::DoNotOptimize(parse_layouts(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(parse_recorded_file)->Unit(benchmark::kMillisecond);

void write_recorded_file(benchmark::State& state) {
  const auto layouts = layouts_of_asset("sm_90.json");
  for (auto _ : state) benchmark::DoNotOptimize(to_json(layouts));
}
BENCHMARK(write_recorded_file)->Unit(benchmark::kMillisecond);

// Layout::make with its checks and the inverse; the copy of the data is part of it.
void invert_layout(benchmark::State& state) {
  const LayoutData data = accumulator(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(Layout::make(data));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * data.map.size()));
}
BENCHMARK(invert_layout)->ArgNames({"threads", "cols"})->Args({32, 16})->Args({128, 256});

void extract_bits_of_layout(benchmark::State& state) {
  const Result<Layout> layout =
      Layout::make(accumulator(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))));
  if (!layout) return state.SkipWithError(layout.error().message.c_str());
  if (const Linearity bits = extract_bits(layout.value()); !bits.matrix)
    return state.SkipWithError(bits.reason.c_str());
  for (auto _ : state) benchmark::DoNotOptimize(extract_bits(layout.value()));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * layout.value().slots()));
}
BENCHMARK(extract_bits_of_layout)->ArgNames({"threads", "cols"})->Args({32, 16})->Args({128, 256});

}  // namespace
}  // namespace tcviz
