// Instances of shaders/mark.vert.
#include "app/render/mark_layer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tcviz::inline app_render {
namespace {

using Type = InstanceInput::Type;
using Outline = MarkLayer::Outline;
constexpr std::array mark_layer_inputs{InstanceInput{Type::Float, 4, offsetof(Outline, edges)},
                                       InstanceInput{Type::Color, 4, offsetof(Outline, color)},
                                       InstanceInput{Type::Float, 1, offsetof(Outline, thickness)},
                                       InstanceInput{Type::Unsigned, 1, offsetof(Outline, gaps.edges)},
                                       InstanceInput{Type::Float, 1, offsetof(Outline, gaps.size)},
                                       InstanceInput{Type::Unsigned, 1, offsetof(Outline, style)}};

}  // namespace

Result<MarkLayer> MarkLayer::make() {
  Result<GlProgram> program = build_program("mark");
  TCVIZ_TRY(program);
  return MarkLayer(std::move(program).value());
}

MarkLayer::MarkLayer(GlProgram program)
    : program_(std::move(program)), view_(program_), buffer_(sizeof(Outline), mark_layer_inputs) {}

void MarkLayer::set_scene(const Scene& scene) {
  grids_ = scene.grids;
  marks_.clear();
}

MarkLayer::Outline MarkLayer::outline(const Mark& mark) const {
  const Rect& r = mark.rect;
  return {{r.x, r.y, r.x + r.w, r.y + r.h},
          mark.color,
          mark.thickness,
          cell_gaps(grids_, r),
          static_cast<std::uint32_t>(mark.style)};
}

void MarkLayer::set_marks(std::span<const Mark> marks) {
  if (std::ranges::equal(marks, marks_)) return;
  marks_.assign(marks.begin(), marks.end());
  outlines_.clear();
  for (const Mark& mark : marks_) outlines_.push_back(outline(mark));
  buffer_.fill(std::span<const Outline>(outlines_), {}, GL_DYNAMIC_DRAW);
}

void MarkLayer::draw(const View& view, bool lines) const {
  if (marks_.empty()) return;
  glUseProgram(program_.get());
  view_.set(view, lines);
  buffer_.draw(seen_part(view));
}

}  // namespace tcviz::inline app_render
