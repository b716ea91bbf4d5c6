// The size of the cells of a picture that fills a room, and the form of its labels: the longest one that stays
// readable. Knows nothing of positions and colours.
//
//   T5 x[3]  or  T5      5:3       5     in a corner of its register's colour; of several owners the first, and how
//                x[3]                    many there are: x2
#pragma once

#include <vector>

#include "app/scene/grid/measure.hpp"

namespace tcviz::inline app_scene {

// Font sizes: the least has digits 8 units high. A picture grows beyond its room rather than go below it.
inline constexpr float least_label = 12, largest_fitted_label = 20, copies_label = 9;
inline constexpr float fitted_line = 1.2f, copies_line = 10;  // heights: of a line in font sizes, of the number below

// A form that labels can have.
struct FormNeed {
  LabelForm form = LabelForm::Whole;
  int characters = 0;  // length of the longest line
};

struct FitNeeds {
  std::vector<FormNeed> forms;  // the one that says most first; none: cells without labels
  int copies = 0;               // characters of "x2"; 0: no element has several owners
  float more_gap = 0;
  bool framed = false;  // some cells have a frame, which larger labels keep away from
  bool got = false;     // wrong cells name the place that they got
  float widest = 1.5f;  // times a cell's height, if its label needs no more
  // On paper: the parts that a cell is split into; true if larger labels are worth another arrangement.
  int owners = 1;
  bool fills = false;
};

// The room for a cell, its gap included.
struct CellRoom {
  float w = 0, h = 0;
};

// Compares arrangements of the same grids: the larger number is better to read.
float readability(const FitNeeds& needs, const CellRoom& room);
CellPlan fitted_cell(const FitNeeds& needs, const CellRoom& room, Palette palette);

}  // namespace tcviz::inline app_scene
