// Instances of shaders/quad.vert.
#include "app/render/quad_layer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/render/cell_gaps.hpp"
#include "app/scene/easel/palette.hpp"

namespace tcviz::inline app_render {
namespace {

struct Quad {
  std::array<float, 4> edges;  // left, top, right, bottom
  Color color;
  std::int32_t slot;
  CellGaps gaps;
  std::uint32_t hatch = 0;
  Color hatch_color;
  float mark = 0;  // side of the triangle of a cell that differs, in scene units
  Color mark_color;
  float frame = 0;  // width of the frame of a cell that differs, in scene units
  Color frame_color;
};
constexpr std::int32_t no_slot = -1;

using Type = InstanceInput::Type;
constexpr std::array quad_layer_inputs{InstanceInput{Type::Float, 4, offsetof(Quad, edges)},
                                       InstanceInput{Type::Color, 4, offsetof(Quad, color)},
                                       InstanceInput{Type::Int, 1, offsetof(Quad, slot)},
                                       InstanceInput{Type::Unsigned, 1, offsetof(Quad, gaps.edges)},
                                       InstanceInput{Type::Float, 1, offsetof(Quad, gaps.size)},
                                       InstanceInput{Type::Unsigned, 1, offsetof(Quad, hatch)},
                                       InstanceInput{Type::Color, 4, offsetof(Quad, hatch_color)},
                                       InstanceInput{Type::Float, 1, offsetof(Quad, mark)},
                                       InstanceInput{Type::Color, 4, offsetof(Quad, mark_color)},
                                       InstanceInput{Type::Float, 1, offsetof(Quad, frame)},
                                       InstanceInput{Type::Color, 4, offsetof(Quad, frame_color)}};

Quad quad(const Rect& rect, Color color, std::int32_t slot, CellGaps gaps) {
  return {{rect.x, rect.y, rect.x + rect.w, rect.y + rect.h}, color, slot, gaps, 0, {}, 0, {}, 0, {}};
}

Quad hatched(Quad quad, Hatch hatch) {
  quad.hatch = static_cast<std::uint32_t>(hatch);
  if (hatch != Hatch::None) quad.hatch_color = hatch_color(quad.color);
  return quad;
}

Quad marked(Quad quad, const Rect& rect, Color color) {
  const std::array<Point, 3> triangle = difference_mark(rect);
  quad.mark = triangle[1].x - triangle[0].x;
  quad.mark_color = color;
  return quad;
}

Quad framed(Quad quad, const Rect& rect, Color color) {
  quad.frame = difference_frame(rect);
  quad.frame_color = color;
  return quad;
}

// Returns the gap before a swatch: swatches in a row keep an even distance, as cells do.
CellGaps swatch_gaps(const Swatch& before, const Swatch& swatch) {
  const float gap = swatch.rect.x - (before.rect.x + before.rect.w);
  const bool neighbours = before.rect.y == swatch.rect.y && gap > 0 && gap < before.rect.w;
  return neighbours ? CellGaps{gap_left, gap} : CellGaps{};
}

std::vector<Quad> grounds_of(const Scene& scene) {
  std::vector<Quad> quads;
  for (const GridFrame& grid : scene.grids) {
    quads.push_back(quad(grid.lines, scene.grid_line, no_slot, {gap_right | gap_bottom, grid.gap}));
  }
  return quads;
}

Quad quad_of(const Scene& scene, const CellPart& cell) {
  const bool known = cell.grid < scene.grids.size();
  const CellGaps gaps = known ? cell_gaps(scene.grids[cell.grid], cell.rect) : CellGaps{};
  Quad plain = hatched(quad(cell.rect, cell.fill, cell.slot, gaps), cell.hatch);
  if (cell.corner.a > 0) plain = marked(plain, cell.rect, cell.corner);
  const Color frame = frame_color(cell, scene.background);
  return frame.a > 0 ? framed(plain, cell.rect, frame) : plain;
}

std::vector<Quad> boxes_of(const Scene& scene) {
  std::vector<Quad> quads;
  quads.reserve(scene.cells.size() + scene.swatches.size());
  for (const CellPart& cell : scene.cells) quads.push_back(quad_of(scene, cell));
  for (std::size_t k = 0; k < scene.swatches.size(); ++k) {
    const Swatch& swatch = scene.swatches[k];
    const CellGaps gaps = k == 0 ? CellGaps{} : swatch_gaps(scene.swatches[k - 1], swatch);
    const Quad plain = hatched(quad(swatch.rect, swatch.fill, no_slot, gaps), swatch.hatch);
    quads.push_back(swatch.framed ? framed(plain, swatch.rect, label_color(scene.background)) : plain);
  }
  return quads;
}

Rect bounds_of(const Quad& q) { return {q.edges[0], q.edges[1], q.edges[2] - q.edges[0], q.edges[3] - q.edges[1]}; }

}  // namespace

Result<QuadLayer> QuadLayer::make() {
  Result<GlProgram> program = build_program("quad");
  TCVIZ_TRY(program);
  return QuadLayer(std::move(program).value());
}

QuadLayer::QuadLayer(GlProgram program)
    : program_(std::move(program)),
      view_(program_),
      veil_(glGetUniformLocation(program_.get(), "veil")),
      shown_slots_(glGetUniformLocation(program_.get(), "shown_slots")),
      hatching_(glGetUniformLocation(program_.get(), "hatching")),
      grounds_(sizeof(Quad), quad_layer_inputs),
      boxes_(sizeof(Quad), quad_layer_inputs) {}

void QuadLayer::set_scene(const Scene& scene) {
  const std::vector<Quad> grounds = grounds_of(scene), boxes = boxes_of(scene);
  std::vector<Rect> bounds(boxes.size());
  std::ranges::transform(boxes, bounds.begin(), bounds_of);
  const std::vector<std::uint32_t> order = order_by_tile(bounds);
  std::vector<Quad> sorted(boxes.size());
  std::ranges::transform(order, sorted.begin(), [&](std::uint32_t k) { return boxes[k]; });
  std::ranges::transform(sorted, bounds.begin(), bounds_of);
  grounds_.fill(std::span<const Quad>(grounds), {}, GL_STATIC_DRAW);
  boxes_.fill(std::span<const Quad>(sorted), bounds, GL_STATIC_DRAW);
}

void QuadLayer::draw(const View& view, bool lines) const {
  use(view, lines, Color{}, 0);
  grounds_.draw(seen_part(view));
  boxes_.draw(seen_part(view));
}

void QuadLayer::draw_veil(const View& view, bool lines, Color color) const {
  if (view.dim <= 0) return;
  use(view, lines, color, view.dim);
  boxes_.draw(seen_part(view));
}

void QuadLayer::use(const View& view, bool lines, Color veil, float strength) const {
  glUseProgram(program_.get());
  view_.set(view, lines);
  set_color(veil_, veil, strength);
  glUniform2i(shown_slots_, view.first_slot, view.end_slot);
  glUniform3f(hatching_, hatch_tile, hatch_width, hatch_dot);
}

}  // namespace tcviz::inline app_render
