// Finds the lines between cells from the pitch of a grid.
#include "app/render/cell_gaps.hpp"

#include <cmath>

namespace tcviz::inline app_render {
namespace {

constexpr float rounding = 0.01F;  // scene units

bool at_border(float offset, float pitch) { return std::abs(offset - pitch * std::round(offset / pitch)) <= rounding; }

}  // namespace

CellGaps cell_gaps(const GridFrame& frame, const Rect& rect) {
  if (frame.cell_w <= 0 || frame.cell_h <= 0 || frame.gap <= 0) return {};
  const bool left = at_border(rect.x - frame.cells.x, frame.cell_w);
  const bool top = at_border(rect.y - frame.cells.y, frame.cell_h);
  return {(left ? gap_left : 0U) | (top ? gap_top : 0U), frame.gap};
}

CellGaps cell_gaps(std::span<const GridFrame> grids, const Rect& rect) {
  for (const GridFrame& frame : grids) {
    if (frame.cells.contains(rect.x + rect.w / 2, rect.y + rect.h / 2)) return cell_gaps(frame, rect);
  }
  return {};
}

}  // namespace tcviz::inline app_render
