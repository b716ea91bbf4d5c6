// What is outlined over the cells: the cells of the marked threads, the marked element, and what it is made of. Plain
// data from a document's selection and a scene's frames.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/render/view.hpp"
#include "app/ui/document.hpp"
#include "app/ui/style.hpp"

namespace tcviz {

// A whole row or a whole column of a layout's matrix, a cell where both are there, or nothing.
struct Line {
  std::optional<int> row, col;
  friend bool operator==(const Line&, const Line&) = default;
};

// What a pick lights in the layout `shown` of the view: its own row and column there; in a product, of an accumulator's
// element, the row of A and the column of B that it is made of, and of an operand's element the part of the accumulator
// that it goes into. In the view of threads rows are threads and columns values.
Line line_of(ViewMode view, const Pick& pick, int shown);

// `unit`: pixels of a point, for the thickness.
std::vector<Mark> make_marks(const Document& document, SceneLayouts layouts, std::span<const GridFrame> grids,
                             const Colors& colors, float unit);

// The rectangle around a band's cells, in scene units.
Rect band_rect(const GridFrame& frame, const Band& band);

}  // namespace tcviz
