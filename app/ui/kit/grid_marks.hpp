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

// Returns the elements of a grid that a pick lights, or none. In a product an element of the accumulator lights the row
// of A and the column of B that it is made of; an element of an operand lights the part of the accumulator that it goes
// into. In the view of threads rows are threads and columns values.
std::optional<ElementSpan> lit_cells(ViewMode view, SceneLayouts layouts, const Pick& pick, const GridFrame& frame);

// Makes the marks of a view. `unit`: pixels of a point, for the thickness.
std::vector<Mark> make_marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit);

// Returns the middle of the pinned slot, or of the one under the pointer, on both sides of a comparison; none if it is
// at the same place or one side has no such slot.
std::optional<std::array<Point, 2>> slot_link(const Document& document, SceneLayouts layouts,
                                              std::span<const GridFrame> grids);

// Returns the rectangle around a band's cells, in scene units.
Rect band_rect(const GridFrame& frame, const Band& band);

}  // namespace tcviz::inline app_ui
