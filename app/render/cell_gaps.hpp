// The edges of a rectangle that lie at a line between cells. The shaders need them to make all lines equally wide.
#pragma once

#include <cstdint>
#include <span>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// Bits, in the order in which shaders/view.glsl has edges.
enum GapBit : std::uint32_t { gap_left = 1, gap_top = 2, gap_right = 4, gap_bottom = 8 };

// The edges that lie behind a line, as bits, and the width of the lines in scene units.
struct CellGaps {
  std::uint32_t edges = 0;
  float size = 0;
};

// Returns the edges of a cell that lie behind a line. A cell ends where a line begins, and begins where a line ends:
// only its left and top edges can lie behind one.
CellGaps cell_gaps(const GridFrame& frame, const Rect& rect);
// Returns the same for any rectangle, by the grid that it lies in; no edge outside every grid.
CellGaps cell_gaps(std::span<const GridFrame> grids, const Rect& rect);

}  // namespace tcviz::inline app_render
