// CPU cost of one whole frame of the window, two grids of 64 x 256 on screen: panels built, grids handed to the driver.
// Mesa's llvmpipe draws on the CPU, which a GPU would do by itself; Mesa leaves that out with
//   GALLIUM_NOOP=1 build/release/bin/tcviz_bench --benchmark_filter=^Frame
#include <benchmark/benchmark.h>

#include <glad/gl.h>

#include <memory>
#include <numeric>
#include <utility>

#include "app/session/maxas/maxas_action.hpp"
#include "app/ui/window/headless.hpp"

#include "app/session/whole/session.hpp"
#include "tests/render/gl_description.hpp"

namespace tcviz {
namespace {

Layout large_layout() {
  LayoutData data;
  data.kind = "bench.m64n256.d";
  data.rows = 64;
  data.cols = 256;
  data.threads = data.values = 128;
  data.element_bits = 32;
  data.map.resize(64 * 256);
  std::iota(data.map.begin(), data.map.end(), 0);
  return Layout::make(std::move(data)).value();
}

std::unique_ptr<Headless> open_window(benchmark::State& state, const Camera& camera) {
  Sources none;
  WindowOptions options;
  options.file_layout = large_layout();
  auto made = Headless::make(none, options, 1600, 1000, 1);
  if (!made) {
    state.SkipWithError(made.error().message.c_str());
    return nullptr;
  }
  Session& session = made.value()->session();
  session.settle();
  session.actions().push_back(SetCamera{camera});
  made.value()->run_idle();
  state.SetLabel(gl_description());
  return std::move(made).value();
}

void draw_frames(benchmark::State& state, Headless& window, bool pointing) {
  int i = 0;
  for ([[maybe_unused]] auto turn : state) {
    if (pointing) {
      i = (i + 1) % 128;
      window.session().actions().push_back(SetPin{Pick{{3, i}, {6, i}}});
      window.session().update();
    }
    window.draw();
    window.render();
    glFlush();
  }
}

// All of both grids in sight, cells too small for labels.
void FrameFit(benchmark::State& state) {
  if (auto window = open_window(state, {})) draw_frames(state, *window, false);
}
// A part of them in sight, with labels.
void FrameFullSize(benchmark::State& state) {
  if (auto window = open_window(state, {false, 1, {0.3F, 0.2F}})) draw_frames(state, *window, false);
}
// Another element is marked every frame: 256 outlines, the inspector's texts.
void FrameAnotherPin(benchmark::State& state) {
  if (auto window = open_window(state, {})) draw_frames(state, *window, true);
}

// Both sides of a comparison, everything that the panels can show: a pin, chosen elements, a filter.
void FrameComparison(benchmark::State& state) {
  auto window = open_window(state, {});
  if (!window) return;
  ActionQueue& actions = window->session().actions();
  actions.push_back(SetViewMode{ViewMode::Comparison});
  actions.push_back(SetFilter{"0-63"});
  actions.push_back(SetPin{Pick{{3, 7}, {6, 7}}});
  actions.push_back(SetBand{Band{{0, 0}, {31, 31}}});
  window->run_idle();
  draw_frames(state, *window, false);
}

// The maxas view of the large kernel, another step in every frame, as while it plays.
void FrameMaxas(benchmark::State& state) {
  auto window = open_window(state, {});
  if (!window) return;
  ActionQueue& actions = window->session().actions();
  actions.push_back(ShowView{ViewId::Maxas});
  actions.push_back(MaxasAction(SetMaxasKernel{sgemm128}));
  window->run_idle();
  for ([[maybe_unused]] auto turn : state) {
    window->session().actions().push_back(MaxasAction(MoveMaxas{1}));
    window->session().update();
    window->draw();
    window->render();
    glFlush();
  }
}

BENCHMARK(FrameFit)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameFullSize)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameComparison)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameAnotherPin)->Unit(benchmark::kMillisecond);
BENCHMARK(FrameMaxas)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tcviz
