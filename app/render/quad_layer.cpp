// Instances of shaders/quad.vert.
#include "app/render/quad_layer.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/render/cell_gaps.hpp"

namespace tcviz {
namespace {

struct Quad {
  std::array<float, 4> edges;  // left, top, right, bottom
  Color color;
  std::int32_t slot;
  std::uint32_t gaps;
};
constexpr std::int32_t no_slot = -1;

using Type = InstanceInput::Type;
constexpr std::array inputs{
    InstanceInput{Type::Float, 4, offsetof(Quad, edges)}, InstanceInput{Type::Color, 4, offsetof(Quad, color)},
    InstanceInput{Type::Int, 1, offsetof(Quad, slot)}, InstanceInput{Type::Unsigned, 1, offsetof(Quad, gaps)}};

Quad quad(const Rect& rect, Color color, std::int32_t slot, std::uint32_t gaps) {
  return {{rect.x, rect.y, rect.x + rect.w, rect.y + rect.h}, color, slot, gaps};
}

// Swatches may stand in a row with the same gap as cells have.
std::uint32_t swatch_gaps(const Swatch& before, const Swatch& swatch) {
  const float gap = swatch.rect.x - (before.rect.x + before.rect.w);
  return before.rect.y == swatch.rect.y && gap > 0.5F && gap < 1.5F ? gap_left : 0U;
}

std::vector<Quad> quads_of(const Scene& scene) {
  std::vector<Quad> quads;
  quads.reserve(scene.grids.size() + scene.cells.size() + scene.swatches.size());
  for (const GridFrame& grid : scene.grids)
    quads.push_back(quad(grid.lines, scene.grid_line, no_slot, gap_right | gap_bottom));
  for (const CellPart& cell : scene.cells) {
    const bool known = cell.grid < scene.grids.size();
    quads.push_back(quad(cell.rect, cell.fill, cell.slot, known ? cell_gaps(scene.grids[cell.grid], cell.rect) : 0U));
  }
  for (std::size_t k = 0; k < scene.swatches.size(); ++k) {
    const Swatch& swatch = scene.swatches[k];
    quads.push_back(quad(swatch.rect, swatch.fill, no_slot, k == 0 ? 0U : swatch_gaps(scene.swatches[k - 1], swatch)));
  }
  return quads;
}

}  // namespace

Result<QuadLayer> QuadLayer::make() {
  Result<GlProgram> program = build_program("quad");
  if (!program) return program.error();
  return QuadLayer(std::move(program).value());
}

QuadLayer::QuadLayer(GlProgram program)
    : program_(std::move(program)),
      view_(program_),
      veil_(glGetUniformLocation(program_.get(), "veil")),
      shown_slots_(glGetUniformLocation(program_.get(), "shown_slots")) {
  set_instance_inputs(array_, buffer_, sizeof(Quad), inputs);
}

void QuadLayer::set_scene(const Scene& scene) {
  const std::vector<Quad> quads = quads_of(scene);
  upload(buffer_, std::span(quads), GL_STATIC_DRAW);
  count_ = static_cast<GLsizei>(quads.size());
}

void QuadLayer::draw(const View& view, float gap) const { draw_all(view, gap, Color{}, 0); }

void QuadLayer::draw_veil(const View& view, float gap, Color color) const {
  if (view.dim > 0) draw_all(view, gap, color, view.dim);
}

void QuadLayer::draw_all(const View& view, float gap, Color veil, float strength) const {
  if (count_ == 0) return;
  glUseProgram(program_.get());
  view_.set(view, gap);
  set_color(veil_, veil, strength);
  glUniform2i(shown_slots_, view.first_slot, view.end_slot);
  draw_instances(array_, count_);
}

}  // namespace tcviz
