// The time from nothing to the first frame in memory, beside an empty Dear ImGui window made in the same way. The goal
// is at most twice that. Each turn makes a context of its own, so these are slow:
//   build/release/bin/tcviz_bench --benchmark_filter=^FirstFrame
#include <benchmark/benchmark.h>
#include <glad/gl.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

#include "app/render/gl_context.hpp"
#include "app/render/offscreen_target.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gpu/source/probe/discover.hpp"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "tests/assets/assets.hpp"

namespace tcviz {
namespace {

constexpr int width = 1400, height = 840;

// What everybody pays: an OpenGL context, a target, Dear ImGui with its own font, a window with a line of text.
void FirstFrameEmpty(benchmark::State& state) {
  for ([[maybe_unused]] auto turn : state) {
    const Result<GlContext> context = GlContext::make();
    const Result<OffscreenTarget> target = OffscreenTarget::make(width, height);
    if (!context.ok() || !target.ok()) return state.SkipWithError("no OpenGL");
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {width, height};
    ImGui_ImplOpenGL3_Init("#version 330 core");
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ImGui::Begin("empty");
    ImGui::TextUnformatted("empty");
    ImGui::End();
    ImGui::Render();
    target.value().bind();
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glFinish();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }
}

// The window with the layouts that come with the program, as `tcviz` opens it if there is no GPU.
void first_frame(benchmark::State& state, bool settle) {
  const std::string recorded(asset("sm_90.json")), compiled(asset("compiled.json"));
  for ([[maybe_unused]] auto turn : state) {
    DiscoverOptions options;
    options.shipped = {{"sm_90", recorded}, {"compiled", compiled}};
    options.look_for_gpus = options.look_for_assembler = false;
    Sources sources = discover_sources(options);
    auto window = Headless::make(sources, {}, width, height, 1);
    if (!window.ok()) return state.SkipWithError(window.error().message.c_str());
    if (settle) window.value()->session().settle();
    window.value()->session().update();
    window.value()->draw();
    window.value()->render();
    glFinish();
  }
}
void FirstFrameWindow(benchmark::State& state) { first_frame(state, false); }
// The first frame that shows the grids: the layouts have been read.
void FirstFrameWithGrids(benchmark::State& state) { first_frame(state, true); }

BENCHMARK(FirstFrameEmpty)->Unit(benchmark::kMillisecond)->MinTime(2);
BENCHMARK(FirstFrameWindow)->Unit(benchmark::kMillisecond)->MinTime(2);
BENCHMARK(FirstFrameWithGrids)->Unit(benchmark::kMillisecond)->MinTime(2);

}  // namespace
}  // namespace tcviz
