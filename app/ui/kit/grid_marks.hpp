// Computes the marks (outlines) over the cells of grids: around the pinned element and the one under the pointer, the
// cells of their threads, and in a product the elements that they are multiplied with.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "app/render/view.hpp"
#include "app/scene/grid/product_parts.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Returns the elements of a grid that are highlighted for `pick`; none: no element. In a product, an element of the
// accumulator highlights the row of A and the column of B from which it is computed; an element of A or B highlights
// the elements of the accumulator to which it contributes. In the view Threads, rows are threads and columns are
// values.
std::optional<ElementSpan> lit_cells(ViewMode view, SceneLayouts layouts, const Pick& pick, const GridFrame& frame);

// Returns all marks of the view. `unit`: pixels of a point, for the thickness of lines.
std::vector<Mark> make_marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit);

// Returns the middle of the pinned slot (or else of the one under the pointer) on both sides of a comparison; none if
// it has the same position on both sides, or one side lacks the slot.
std::optional<std::array<Point, 2>> slot_link(const Document& document, SceneLayouts layouts,
                                              std::span<const GridFrame> grids);

// Returns the rectangle around the selected cells `band`, in scene units.
Rect band_rect(const GridFrame& frame, const Band& band);

}  // namespace tcviz::inline app_ui
