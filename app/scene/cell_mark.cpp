#include "app/scene/cell_mark.hpp"

#include <algorithm>

#include "app/scene/palette.hpp"

namespace tcviz {
namespace {

constexpr float of_cell = 0.38f, most = 11, edge = 0.5f;  // of a cell's shorter side; scene units
// Cells too small for labels have room for larger marks.
constexpr float least_labelled = 13, small_mark = 7, of_small_cell = 0.6f;
constexpr Color disc{190, 18, 40}, ring{255, 255, 255};

// The square in the corner that a mark fills.
Rect corner_of(const Rect& cell) {
  const float shorter = std::min(cell.w, cell.h);
  const bool small = shorter < least_labelled;
  const float side = small ? std::min(small_mark, of_small_cell * shorter) : std::min(most, of_cell * shorter);
  return {cell.x + cell.w - side - edge, cell.y + cell.h - side - edge, side, side};
}

Point at(const Rect& box, float x, float y) { return {box.x + x * box.w, box.y + y * box.h}; }

}  // namespace

void add_cell_mark(Scene& scene, const Rect& cell, Color fill, CellMark mark) {
  const Rect box = corner_of(cell);
  const float side = box.w;
  if (mark == CellMark::Right) {
    const Color ink = label_color(fill);
    scene.strokes.push_back({at(box, 0.18f, 0.55f), at(box, 0.42f, 0.8f), 0.15f * side, ink});
    scene.strokes.push_back({at(box, 0.42f, 0.8f), at(box, 0.86f, 0.22f), 0.15f * side, ink});
  }
  if (mark != CellMark::Wrong) return;
  const Point middle = at(box, 0.5f, 0.5f);
  scene.strokes.push_back({middle, middle, side, ring});
  scene.strokes.push_back({middle, middle, 0.84f * side, disc});
  scene.strokes.push_back({at(box, 0.33f, 0.33f), at(box, 0.67f, 0.67f), 0.14f * side, ring});
  scene.strokes.push_back({at(box, 0.33f, 0.67f), at(box, 0.67f, 0.33f), 0.14f * side, ring});
}

}  // namespace tcviz
