// Scenes and figures: from a layout to what is drawn, and to the bytes of a file.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>

#include "app/export/figure/export.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/names.hpp"
#include "tests/export/one_layout.hpp"

namespace tcviz {
namespace {

// Slot s owns element s modulo elements. The sizes are those of an accumulator, a replicated operand, and a warpgroup's
// accumulator with 64 x 256 elements.
Result<Layout> sized(const benchmark::State& state) {
  LayoutData data;
  data.kind = "bench.scene";
  data.rows = static_cast<int>(state.range(0));
  data.cols = static_cast<int>(state.range(1));
  data.threads = static_cast<int>(state.range(2));
  data.values = static_cast<int>(state.range(3));
  data.element_bits = 32;
  for (int slot = 0; slot < data.threads * data.values; ++slot) data.map.push_back(slot % (data.rows * data.cols));
  return Layout::make(std::move(data));
}

template <class Make>
void measure(benchmark::State& state, Make make) {
  const Result<Layout> layout = sized(state);
  if (!layout) return state.SkipWithError(layout.error().message.c_str());
  for (auto _ : state) benchmark::DoNotOptimize(make(layout.value()));
  state.SetItemsProcessed(state.iterations() * layout.value().slots());
}

void common_sizes(benchmark::internal::Benchmark* run) {
  run->ArgNames({"rows", "cols", "threads", "values"})->Unit(benchmark::kMicrosecond);
  run->Args({16, 16, 32, 8})->Args({8, 16, 32, 16})->Args({64, 256, 128, 128});
}

void scene_of_layout(benchmark::State& state) {
  measure(state, [](const Layout& layout) { return build_scene(layout, {}); });
}
BENCHMARK(scene_of_layout)->Apply(common_sizes);

// Two grids of 64 x 256 in every view that can show them, in every palette.
Layout group_layout() {
  LayoutData data;
  data.kind = "bench.m64n256";
  data.rows = 64;
  data.cols = 256;
  data.threads = data.values = 128;
  data.element_bits = 32;
  for (int slot = 0; slot < data.threads * data.values; ++slot) data.map.push_back(slot);
  return Layout::make(std::move(data)).value();
}

void scene_of_view(benchmark::State& state) {
  const Layout layout = group_layout();
  const std::array<const Layout*, 3> layouts{&layout, &layout, &layout};
  SceneStyle style;
  style.view = static_cast<ViewMode>(state.range(0));
  style.palette = static_cast<Palette>(state.range(1));
  state.SetLabel(std::string(word_of(style.view)) + ", " + std::string(word_of(style.palette)));
  std::size_t cells = 0;
  for (auto _ : state) {
    const Scene scene = build_scene(layouts, style);
    cells = scene.cells.size();
    benchmark::DoNotOptimize(cells);
  }
  state.counters["cells"] = static_cast<double>(cells);
}
BENCHMARK(scene_of_view)
    ->Unit(benchmark::kMicrosecond)
    ->ArgNames({"view", "palette"})
    ->ArgsProduct({{0, 1, 3, 4}, {0, 2}});

// The pointer anywhere over two grids of 64 x 256.
void hit_of_point(benchmark::State& state) {
  const Layout layout = group_layout();
  SceneStyle style;
  style.view = static_cast<ViewMode>(state.range(0));
  state.SetLabel(std::string(word_of(style.view)));
  const Scene scene = build_scene(layout, style);
  float x = 0, y = 0;
  for (auto _ : state) {
    x = std::fmod(x + 37.3f, scene.width);
    y = std::fmod(y + 11.9f, scene.height);
    benchmark::DoNotOptimize(hit_test(scene, layout, x, y));
  }
}
BENCHMARK(hit_of_point)->ArgName("view")->Arg(0)->Arg(3);

void svg_of_layout(benchmark::State& state) {
  measure(state, [](const Layout& layout) { return to_svg(layout, {}); });
}
BENCHMARK(svg_of_layout)->Apply(common_sizes);

void png_of_layout(benchmark::State& state) {
  measure(state, [](const Layout& layout) { return to_png(layout, {}, 1); });
}
BENCHMARK(png_of_layout)->Apply(common_sizes);

void text_of_layout(benchmark::State& state) {
  measure(state, [](const Layout& layout) { return to_text(layout, {.color = true}); });
}
BENCHMARK(text_of_layout)->Apply(common_sizes);

void layout_of_svg(benchmark::State& state) {
  const Result<Layout> layout = sized(state);
  if (!layout) return state.SkipWithError(layout.error().message.c_str());
  const std::string svg = to_svg(layout.value(), {});
  for (auto _ : state) benchmark::DoNotOptimize(layouts_in_text(svg));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(svg.size()));
}
BENCHMARK(layout_of_svg)->Apply(common_sizes);

}  // namespace
}  // namespace tcviz
