// The layers of a scene in their order, and the OpenGL state that they share.
#include "app/render/grid_renderer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/render/arrow_layer.hpp"
#include "app/render/mark_layer.hpp"
#include "app/render/quad_layer.hpp"
#include "app/render/text_layer.hpp"

namespace tcviz::inline app_render {
namespace {

// The pixels from cell to cell below which lines between cells have no room.
constexpr float least_pitch_with_lines = 4;

float smallest_pitch(const Scene& scene) {
  float pitch = 0;
  for (const GridFrame& grid : scene.grids) {
    const float side = std::min(grid.cell_w, grid.cell_h);
    pitch = pitch == 0 ? side : std::min(pitch, side);
  }
  return pitch;
}

void set_state(const View& view) {
  const View::Viewport& port = view.viewport;
  const GLint bottom = view.framebuffer_height - port.y - port.height;
  glViewport(port.x, bottom, port.width, port.height);
  glScissor(port.x, bottom, port.width, port.height);
  glEnable(GL_SCISSOR_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glActiveTexture(GL_TEXTURE0);
}

void leave_state() {
  glBindVertexArray(0);
  glUseProgram(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindBuffer(GL_UNIFORM_BUFFER, 0);
}

void clear(Color color) {
  constexpr float unit = 1.0F / 255;
  glClearColor(static_cast<float>(color.r) * unit, static_cast<float>(color.g) * unit,
               static_cast<float>(color.b) * unit, static_cast<float>(color.a) * unit);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

struct GridRenderer::State {
  QuadLayer quads;
  ArrowLayer arrows;
  TextLayer texts;
  ArrowLayer strokes;
  MarkLayer marks;
  Color background;
  float pitch = 0;  // 0: there is no grid

  bool has_lines(float zoom) const { return pitch == 0 || pitch * zoom >= least_pitch_with_lines; }
};

GridRenderer::GridRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
GridRenderer::GridRenderer(GridRenderer&&) noexcept = default;
GridRenderer& GridRenderer::operator=(GridRenderer&&) noexcept = default;
GridRenderer::~GridRenderer() = default;

Result<GridRenderer> GridRenderer::make() {
  Result<QuadLayer> quads = QuadLayer::make();
  TCVIZ_TRY(quads);
  Result<ArrowLayer> arrows = ArrowLayer::make();
  TCVIZ_TRY(arrows);
  Result<TextLayer> texts = TextLayer::make();
  TCVIZ_TRY(texts);
  Result<ArrowLayer> strokes = ArrowLayer::make();
  TCVIZ_TRY(strokes);
  Result<MarkLayer> marks = MarkLayer::make();
  TCVIZ_TRY(marks);
  return GridRenderer(std::make_unique<State>(State{std::move(quads).value(),
                                                    std::move(arrows).value(),
                                                    std::move(texts).value(),
                                                    std::move(strokes).value(),
                                                    std::move(marks).value(),
                                                    {},
                                                    0}));
}

void GridRenderer::set_scene(const Scene& scene) {
  state_->quads.set_scene(scene);
  state_->arrows.set_arrows(scene);
  state_->texts.set_scene(scene);
  state_->strokes.set_strokes(scene);
  state_->marks.set_scene(scene);
  state_->background = scene.background;
  state_->pitch = smallest_pitch(scene);
}

void GridRenderer::set_marks(std::span<const Mark> marks) { state_->marks.set_marks(marks); }

void GridRenderer::draw(const View& view) {
  if (view.viewport.width <= 0 || view.viewport.height <= 0 || !(view.zoom > 0)) return;
  const bool lines = state_->has_lines(view.zoom);
  set_state(view);
  if (view.background) clear(state_->background);
  state_->quads.draw(view, lines);
  state_->arrows.draw(view);
  state_->texts.draw(view);
  state_->strokes.draw(view);
  state_->quads.draw_veil(view, lines, state_->background);
  state_->marks.draw(view, lines);
  leave_state();
}

}  // namespace tcviz::inline app_render
