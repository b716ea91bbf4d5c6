// What the check of the formula means for the grids: marks of cells, words of a tooltip, and which layout is meant.
// Plain data of a document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/document.hpp"

namespace tcviz {

// Which of the view's layouts the formula is held against; none where it is not on screen.
std::optional<int> checked_layout(const Document& document);

// By slot number of that layout; empty where nothing was checked. Half a formula is shown where it is wrong only.
std::vector<CellMark> formula_marks(const Document& document);

// The first slot that is wrong or undefined, to be pinned; none where all are right.
std::optional<Pick> counterexample(const Document& document);

// "right", or "expected (0, 2), got (0, 4)"; empty where nothing was checked.
std::string check_of(const Document& document, const Layout& layout, Slot slot);

}  // namespace tcviz
