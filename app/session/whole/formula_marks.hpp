// The result of checking the formula, as the grids show it: marks of cells and texts of tooltips.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// True if cells show what the formula says of them: where it is typed, and in a lesson.
bool shows_formula(const Document& document);

// Returns the index in the view of the layout against which the formula is checked; none if it is not shown.
std::optional<int> checked_layout(const Document& document);

// Returns the marks of that layout by slot number; empty if nothing was checked, or shows_formula() is false. If only
// row or col was typed, only wrong slots have marks.
std::vector<CellMark> formula_marks(const Document& document);
// Returns by slot number the element that the formula gives for a wrong slot; no_element if that is outside of the
// matrix or undefined. Empty if the formula is not complete.
std::vector<std::int32_t> formula_got(const Document& document);

// Returns the first slot for which the formula is wrong or undefined, to be pinned; none if it is right.
std::optional<Pick> counterexample(const Document& document);
// All wrong slots in order, and the number of the pinned one, from 1; 0: none of them is pinned.
struct Mistakes {
  std::vector<Slot> slots;
  std::size_t at = 0;
};
Mistakes mistakes(const Document& document);
// The same without the list, cheap enough for every frame.
struct MistakeCount {
  std::size_t count = 0, at = 0;  // at: as in Mistakes
};
MistakeCount count_mistakes(const Document& document);
// Returns the next (`steps` 1) or previous (-1) wrong slot from the pinned one, with wrap-around; none if all are
// right.
std::optional<Pick> next_mistake(const Document& document, int steps);

// Returns the result for `slot`: "right", or "expected (0, 2), got (0, 4)"; empty if nothing was checked.
std::string check_of(const Document& document, const Layout& layout, Slot slot);

}  // namespace tcviz::inline app_session
