// The outlines over the cells: the cells of the marked threads, the marked element, and the operands that it is made
// of. Plain data from a document's selection and a scene's frames.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "app/render/view.hpp"
#include "app/scene/grid/product_parts.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The elements of a grid that a pick lights, as far as the grid shows them: its own there. In a product, an
// accumulator's element lights the row of A and the column of B that it is made of; an operand's element lights the
// part of the accumulator that it goes into. In the view of threads rows are threads and columns values.
std::optional<ElementSpan> lit_cells(ViewMode view, SceneLayouts layouts, const Pick& pick, const GridFrame& frame);

// `unit`: pixels of a point, for the thickness.
std::vector<Mark> make_marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit);

// In a comparison: the middle of the pinned slot, or of the one under the pointer, on the left and on the right; none
// if it is at the same place or one side has no such slot.
std::optional<std::array<Point, 2>> slot_link(const Document& document, SceneLayouts layouts,
                                              std::span<const GridFrame> grids);

// The rectangle around a band's cells, in scene units.
Rect band_rect(const GridFrame& frame, const Band& band);

}  // namespace tcviz::inline app_ui
