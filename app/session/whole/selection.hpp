// Moves of the selection by keys: functions that return the next pin (selected element) or band (selected rectangle).
// None means that nothing changes.
#pragma once

#include <optional>

#include "app/scene/grid/style.hpp"
#include "app/session/base/pick.hpp"

namespace tcviz::inline app_session {

struct Document;

// Returns the layout with index `shown` in the view (Pick::layout, Band::layout); null if it is not shown.
const Layout* layout_at(const Document& document, int shown);
// True if the pick is valid for the layout on screen: its slot owns its element.
bool holds(const Document& document, const Pick& pick);
// True if the band is valid for its layout: inside of the matrix, `first` not after `last`.
bool holds(const Document& document, const Band& band);

// Returns the cell `rows` below and `cols` right of the pinned one; the first cell if nothing is pinned. In the view
// Threads, these are threads and values, and slots without an element are skipped.
std::optional<Pick> moved_pin(const Document& document, int rows, int cols);
// Returns the next owner of the pinned element, with wrap-around.
std::optional<Pick> next_owner(const Document& document, int steps);
// Returns the same value number in the next thread that has an element there.
std::optional<Pick> next_thread(const Document& document, int steps);
// Returns the same slot in the next layout of the view, or the nearest slot that it has; in a comparison, the same
// element.
std::optional<Pick> next_layout(const Document& document, int steps);
// Returns the next element that differs in a comparison.
std::optional<Pick> next_difference(const Document& document, int steps);

// Returns the band from the pinned cell to its opposite corner, moved by `rows` and `cols`; clamped to the matrix.
std::optional<Band> extended_band(const Document& document, int rows, int cols);
// Returns the cell of a pick in the coordinates of bands: its element, or in the view Threads its slot as (tid, i).
Element band_cell(ViewMode view, const Pick& pick);
// Returns the band with the corners `a` and `b`.
Band band_between(Element a, Element b, int layout);

}  // namespace tcviz::inline app_session
