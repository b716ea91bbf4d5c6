// Finds the edges of a rectangle at which there is a line between cells. The shaders need them to draw all lines with
// the same width in pixels.
#pragma once

#include <cstdint>
#include <span>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// Bits, in the order of edges in shaders/view.glsl.
enum GapBit : std::uint32_t { gap_left = 1, gap_top = 2, gap_right = 4, gap_bottom = 8 };

// The edges of a rectangle that touch a line (GapBit), and the width of lines in scene units.
struct CellGaps {
  std::uint32_t edges = 0;
  float size = 0;
};

// Returns the edges of `rect`, in the grid `frame`, that touch a line. These can only be the left and the top edge: the
// rectangle of a cell begins right after a line.
CellGaps cell_gaps(const GridFrame& frame, const Rect& rect);
// Returns the edges for the grid that contains the middle of `rect`; no edges if none does.
CellGaps cell_gaps(std::span<const GridFrame> grids, const Rect& rect);

}  // namespace tcviz::inline app_render
