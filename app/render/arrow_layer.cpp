// Instances of shaders/arrow.vert.
#include "app/render/arrow_layer.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace tcviz {
namespace {

constexpr float least_barb = 1.5F;  // pixels

using Type = InstanceInput::Type;
constexpr std::array inputs{InstanceInput{Type::Float, 4, offsetof(Arrow, x0)},
                            InstanceInput{Type::Color, 4, offsetof(Arrow, color)}};
static_assert(offsetof(Arrow, y1) == offsetof(Arrow, x0) + 3 * sizeof(float), "the ends are read as one vec4");

}  // namespace

Result<ArrowLayer> ArrowLayer::make() {
  Result<GlProgram> program = build_program("arrow");
  if (!program) return program.error();
  return ArrowLayer(std::move(program).value());
}

ArrowLayer::ArrowLayer(GlProgram program)
    : program_(std::move(program)),
      view_(program_),
      barb_(glGetUniformLocation(program_.get(), "barb")),
      arrows_(sizeof(Arrow), inputs) {}

void ArrowLayer::set_scene(const Scene& scene) {
  arrows_.fill(std::span<const Arrow>(scene.arrows), {}, GL_STATIC_DRAW);
}

void ArrowLayer::draw(const View& view) const {
  if (arrow_barb * view.zoom < least_barb) return;
  glUseProgram(program_.get());
  view_.set(view, 0);
  glUniform1f(barb_, arrow_barb);
  arrows_.draw(seen_part(view));
}

}  // namespace tcviz
