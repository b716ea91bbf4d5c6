// Builds the scene (drawing data) of a figure, and computes its size on paper.
#pragma once

#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

struct DrawnFigure {
  Scene scene;
  double scale = 1;        // PNG: pixels of a scene unit; other formats: size of a scene unit in 1/96 of an inch
  double smallest_pt = 0;  // size of its smallest letters, in points
  double labels_pt = 0;    // size of the labels in cells, in points; 0: there are none
};

std::vector<const Layout*> layouts_of(const Figure& figure);
// Builds the scene; the figure's layouts must fit its view.
DrawnFigure drawn_figure(const Figure& figure);
// Returns an error if the sizes of the figure's paper are out of range, or a PNG would be too large.
Status check_paper(const Figure& figure);

}  // namespace tcviz::inline app_export
