// Chooses the size of the cells of a picture on screen that fills a given area (a room), and the form of their labels:
// the longest one that is readable.
//
//   T5 x[3]  or  T5      5:3       5     thread only; the corner has the colour of the value
//                x[3]
//
// A cell with several owners has the label of the first, and their number: x2.
#pragma once

#include <vector>

#include "app/scene/grid/measure.hpp"

namespace tcviz::inline app_scene {

// Font sizes. The digits of least_label are 8 units high; a picture becomes larger than its area rather than have
// smaller labels.
inline constexpr float least_label = 12, largest_fitted_label = 20, copies_label = 9;
// Height of a line of a label, in font sizes; height of the number of owners, in units.
inline constexpr float fitted_line = 1.2f, copies_line = 10;

// A form that the labels of a picture can have.
struct FormNeed {
  LabelForm form = LabelForm::Whole;
  int characters = 0;  // length of the longest line
};

// The contents that must fit into a cell.
struct FitNeeds {
  std::vector<FormNeed> forms;  // from the one with the most information to the shortest; empty: no labels
  int copies = 0;               // length of the number of owners, "x2", in characters; 0: it is not shown
  float more_gap = 0;           // additional gap between cells
  bool framed = false;          // some cells have a frame, which needs a distance from the label
  bool got = false;             // wrong cells also show the place that the formula gives
  float widest = 1.5f;          // largest width in cell heights, unless the label needs more
  // On paper only: number of parts of a cell; the page is to be filled, so larger labels are better.
  int owners = 1;
  bool fills = false;
  float most_label = 0;  // font size of the largest labels; 0: largest_paper_label
};

// The area that is available for a cell, including its gap.
struct CellRoom {
  float w = 0, h = 0;
};

// Returns a number for comparing arrangements of the same grids: the larger, the more readable.
float readability(const FitNeeds& needs, const CellRoom& room);
// Returns the best cell that fits into `room`, or a larger one if its labels would be unreadable.
CellPlan fitted_cell(const FitNeeds& needs, const CellRoom& room, Palette palette);

}  // namespace tcviz::inline app_scene
