// The check of the formula as the grids show it: marks of cells, words of a tooltip, and which layout is meant. Plain
// data of a document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// Returns the layout of the view that the formula is checked against; none if it is not on screen.
std::optional<int> checked_layout(const Document& document);

// Returns the marks by slot number of that layout; empty if nothing was checked. Half a formula shows only its wrong
// slots.
std::vector<CellMark> formula_marks(const Document& document);
// Returns, by slot number, the element that a complete formula gives for a wrong slot, no_element if that is outside
// the matrix or undefined; empty if there is no complete formula.
std::vector<std::int32_t> formula_got(const Document& document);

// Returns the first slot that is wrong or undefined, to be pinned; none if all are right.
std::optional<Pick> counterexample(const Document& document);
// All mistakes in slot order, and the number of the pinned one, counted from 1; 0: none is.
struct Mistakes {
  std::vector<Slot> slots;
  std::size_t at = 0;
};
Mistakes mistakes(const Document& document);
// The number of mistakes without the slots, for every frame.
struct MistakeCount {
  std::size_t count = 0, at = 0;  // at: the pinned one, from 1 on; 0: none of them is
};
MistakeCount count_mistakes(const Document& document);
// Returns the next one after the pinned slot, wrapping around.
std::optional<Pick> next_mistake(const Document& document, int steps);

// Returns "right", or "expected (0, 2), got (0, 4)"; empty if nothing was checked.
std::string check_of(const Document& document, const Layout& layout, Slot slot);

}  // namespace tcviz::inline app_session
