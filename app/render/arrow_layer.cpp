// Instances of shaders/arrow.vert.
#include "app/render/arrow_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace tcviz {
namespace {

struct ArrowInstance {
  std::array<float, 4> ends;  // tail, tip
  float barb;                 // how far the barbs' ends lie behind the tip and beside the shaft
  Color color;
};

using Type = InstanceInput::Type;
constexpr std::array inputs{InstanceInput{Type::Float, 4, offsetof(ArrowInstance, ends)},
                            InstanceInput{Type::Color, 4, offsetof(ArrowInstance, color)},
                            InstanceInput{Type::Float, 1, offsetof(ArrowInstance, barb)}};

ArrowInstance instance_of(const Arrow& arrow) {
  const std::array<Point, 5> points = arrow_points(arrow);
  return {{arrow.x0, arrow.y0, arrow.x1, arrow.y1}, std::abs(points[1].x - points[2].x), arrow.color};
}

}  // namespace

Result<ArrowLayer> ArrowLayer::make() {
  Result<GlProgram> program = build_program("arrow");
  if (!program) return program.error();
  return ArrowLayer(std::move(program).value());
}

ArrowLayer::ArrowLayer(GlProgram program)
    : program_(std::move(program)), view_(program_), arrows_(sizeof(ArrowInstance), inputs) {}

void ArrowLayer::set_scene(const Scene& scene) {
  std::vector<ArrowInstance> arrows(scene.arrows.size());
  std::ranges::transform(scene.arrows, arrows.begin(), instance_of);
  arrows_.fill(std::span<const ArrowInstance>(arrows), {}, GL_STATIC_DRAW);
}

void ArrowLayer::draw(const View& view) const {
  glUseProgram(program_.get());
  view_.set(view, false);
  arrows_.draw(seen_part(view));
}

}  // namespace tcviz
