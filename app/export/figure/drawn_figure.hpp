// A figure's scene, and its size on paper.
#pragma once

#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

struct DrawnFigure {
  Scene scene;
  double scale = 1;        // PNG: pixels of a unit; other formats: times 1/96 of an inch
  double smallest_pt = 0;  // size of its smallest letters
  double labels_pt = 0;    // size of the cells' labels; 0: they have none
};

std::vector<const Layout*> layouts_of(const Figure& figure);
// Draws the figure; its layouts must fit its view.
DrawnFigure drawn_figure(const Figure& figure);
// Refuses sizes out of range, and a PNG that would be too large.
Status check_paper(const Figure& figure);

}  // namespace tcviz::inline app_export
