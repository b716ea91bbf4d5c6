// The ways of the keys from the pinned cell: plain functions from a document to the next pin or band. None: nothing
// changes.
#pragma once

#include <optional>

#include "app/scene/grid/style.hpp"
#include "app/session/base/pick.hpp"

namespace tcviz::inline app_session {

struct Document;

// Returns the layout that a pick or a band counts in; null if it is not on screen.
const Layout* layout_at(const Document& document, int shown);
// True if the pick belongs to the layout on screen: the slot owns the element.
bool holds(const Document& document, const Pick& pick);
// True if the band lies inside its layout, both ends in order.
bool holds(const Document& document, const Band& band);

// Returns the cell this many rows below and columns to the right. In the view of threads these count threads and
// values, and slots that hold nothing are left out. If nothing is pinned, the first cell.
std::optional<Pick> moved_pin(const Document& document, int rows, int cols);
// Returns the pinned element's next owner, wrapping around.
std::optional<Pick> next_owner(const Document& document, int steps);
// Returns the pinned value of the next thread that holds one.
std::optional<Pick> next_thread(const Document& document, int steps);
// Returns the same slot of the view's next layout, or the nearest that it has; in a comparison the same element.
std::optional<Pick> next_layout(const Document& document, int steps);
// Returns the next element that differs, in the pinned layout of a comparison.
std::optional<Pick> next_difference(const Document& document, int steps);

// Returns the band from the pinned cell to the opposite corner, which moves by this many cells; never outside the
// matrix.
std::optional<Band> extended_band(const Document& document, int rows, int cols);
// Returns the cell in the matrix that a band counts in: the pick's element, or in the view of threads the slot as (tid,
// i).
Element band_cell(ViewMode view, const Pick& pick);
Band band_between(Element a, Element b, int layout);

}  // namespace tcviz::inline app_session
