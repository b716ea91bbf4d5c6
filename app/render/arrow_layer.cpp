// Instances of shaders/arrow.vert.
#include "app/render/arrow_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace tcviz::inline app_render {
namespace {

struct ArrowInstance {
  std::array<float, 4> ends;  // tail, tip
  float barb;                 // distance of the barbs' ends behind the tip and beside the shaft
  Color color;
  float thickness;  // thickness of a stroke, in scene units; 0: an arrow
};

using Type = InstanceInput::Type;
constexpr std::array inputs{InstanceInput{Type::Float, 4, offsetof(ArrowInstance, ends)},
                            InstanceInput{Type::Color, 4, offsetof(ArrowInstance, color)},
                            InstanceInput{Type::Float, 1, offsetof(ArrowInstance, barb)},
                            InstanceInput{Type::Float, 1, offsetof(ArrowInstance, thickness)}};

ArrowInstance instance_of(const Arrow& arrow) {
  const std::array<Point, 5> points = arrow_points(arrow);
  return {{arrow.x0, arrow.y0, arrow.x1, arrow.y1}, std::abs(points[1].x - points[2].x), arrow.color, 0};
}

ArrowInstance instance_of(const Stroke& stroke) {
  return {{stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y}, 0, stroke.color, stroke.thickness};
}

template <class Line>
void fill(InstanceBuffer& buffer, const std::vector<Line>& lines) {
  std::vector<ArrowInstance> instances(lines.size());
  std::ranges::transform(lines, instances.begin(), [](const Line& line) { return instance_of(line); });
  buffer.fill(std::span<const ArrowInstance>(instances), {}, GL_STATIC_DRAW);
}

}  // namespace

Result<ArrowLayer> ArrowLayer::make() {
  Result<GlProgram> program = build_program("arrow");
  TCVIZ_TRY(program);
  return ArrowLayer(std::move(program).value());
}

ArrowLayer::ArrowLayer(GlProgram program)
    : program_(std::move(program)), view_(program_), arrows_(sizeof(ArrowInstance), inputs) {}

void ArrowLayer::set_arrows(const Scene& scene) { fill(arrows_, scene.arrows); }
void ArrowLayer::set_strokes(const Scene& scene) { fill(arrows_, scene.strokes); }

void ArrowLayer::draw(const View& view) const {
  glUseProgram(program_.get());
  view_.set(view, false);
  arrows_.draw(seen_part(view));
}

}  // namespace tcviz::inline app_render
