// Which edges of a rectangle lie at a line between cells. The shaders need to know, to make all lines equally wide.
#pragma once

#include <cstdint>
#include <span>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// Bits, in the order in which shaders/view.glsl has edges.
enum GapBit : std::uint32_t { gap_left = 1, gap_top = 2, gap_right = 4, gap_bottom = 8 };

// The edges that lie behind a line, as bits, and how wide the lines are in scene units.
struct CellGaps {
  std::uint32_t edges = 0;
  float size = 0;
};

// A cell ends where a line begins, and begins where a line ends: only its left and top edges can lie behind one.
CellGaps cell_gaps(const GridFrame& frame, const Rect& rect);
// The same for any rectangle, by the grid that it lies in; no edge outside every grid.
CellGaps cell_gaps(std::span<const GridFrame> grids, const Rect& rect);

}  // namespace tcviz::inline app_render
