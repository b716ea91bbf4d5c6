// CPU cost of a frame of the grid renderer: two grids of 64 x 256 on screen, as the calling thread sees it, from the
// first call to the flush that hands the commands over. A driver that draws on the CPU (llvmpipe) transforms vertices
// in the calling thread, which a GPU would do by itself; Mesa leaves that out, and measures what we and its front end
// cost, with
//   GALLIUM_NOOP=1 build/release/bin/tcviz_bench --benchmark_filter=Render
#include <benchmark/benchmark.h>
#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "app/render/gl_context.hpp"
#include "app/render/grid_renderer.hpp"
#include "app/render/offscreen_target.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "tests/render/gl_description.hpp"

namespace tcviz {
namespace {

constexpr int width = 1600, height = 1000;

// 128 threads of 128 values, in order: what matters here is only how many cells there are.
Scene large_scene() {
  LayoutData data;
  data.kind = "bench.m64n256";
  data.rows = 64;
  data.cols = 256;
  data.threads = data.values = 128;
  data.element_bits = 32;
  data.map.resize(64 * 256);
  std::iota(data.map.begin(), data.map.end(), 0);
  SceneStyle style;
  style.arrangement = Arrangement::Stacked;
  return build_scene(Layout::make(std::move(data)).value(), style);
}

struct Canvas {
  GlContext context;
  OffscreenTarget target;
  GridRenderer renderer;
};

std::optional<Canvas> make_canvas(benchmark::State& state) {
  Result<GlContext> context = GlContext::make();
  if (!context) {
    state.SkipWithError(context.error().message.c_str());
    return std::nullopt;
  }
  Result<OffscreenTarget> target = OffscreenTarget::make(width, height);
  Result<GridRenderer> renderer = GridRenderer::make();
  if (!target || !renderer) {
    state.SkipWithError("no target or no shaders");
    return std::nullopt;
  }
  state.SetLabel(gl_description());
  return Canvas{std::move(context).value(), std::move(target).value(), std::move(renderer).value()};
}

View view_at(float zoom) {
  View view;
  view.viewport = {0, 0, width, height};
  view.framebuffer_height = height;
  view.zoom = zoom;
  return view;
}

// The argument is the zoom in per cent: at 22 both grids are on screen whole, at 100 a part of them with labels.
void RenderFrame(benchmark::State& state) {
  std::optional<Canvas> canvas = make_canvas(state);
  if (!canvas) return;
  const Scene scene = large_scene();
  canvas->renderer.set_scene(scene);
  canvas->target.bind();
  const View view = view_at(static_cast<float>(state.range(0)) / 100);
  std::array<Mark, 2> marks{Mark{scene.cells[0].rect, {255, 255, 255, 255}},
                            Mark{scene.cells[1].rect, {0, 255, 255, 255}}};
  std::size_t hovered = 0;
  for (auto _ : state) {
    hovered = (hovered + 1) % scene.cells.size();
    marks[0].rect = scene.cells[hovered].rect;
    canvas->renderer.set_marks(marks);
    canvas->renderer.draw(view);
    glFlush();
    state.PauseTiming();
    glFinish();  // or frames would queue up
    state.ResumeTiming();
  }
}
BENCHMARK(RenderFrame)->Arg(22)->Arg(100)->Arg(250)->Unit(benchmark::kMillisecond);

// A wheel turned: every frame at another zoom, with glyphs of sizes that the atlas holds already.
void RenderZoom(benchmark::State& state) {
  std::optional<Canvas> canvas = make_canvas(state);
  if (!canvas) return;
  canvas->renderer.set_scene(large_scene());
  canvas->target.bind();
  int step = 0;
  for (auto _ : state) {
    step = (step + 1) % 40;
    canvas->renderer.draw(view_at(1 + static_cast<float>(step) / 40));
    glFlush();
    state.PauseTiming();
    glFinish();
    state.ResumeTiming();
  }
}
BENCHMARK(RenderZoom)->Unit(benchmark::kMillisecond);

void RenderSetScene(benchmark::State& state) {
  std::optional<Canvas> canvas = make_canvas(state);
  if (!canvas) return;
  const Scene scene = large_scene();
  for (auto _ : state) canvas->renderer.set_scene(scene);
}
BENCHMARK(RenderSetScene)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tcviz
