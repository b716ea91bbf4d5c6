// Builds a picture for print: of a given width on paper or on a slide, with letters of at least a given size. Chooses
// the sizes of cells and labels and the arrangement of grids.
#pragma once

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// The area on the page. A point is 1/72 of an inch.
struct Sheet {
  double width = 0;   // points
  double height = 0;  // points; 0: as high as the picture needs, but no higher than a page
  double font = 0;    // points; wanted size of the smallest letters
  float margin = 2;   // scene units
};

inline constexpr double legible_pt = 5;  // smaller letters are hard to read in print

struct SheetPicture {
  Scene scene;
  double unit = 0;      // size of a scene unit in points: scene.width * unit is the width of the sheet
  double smallest = 0;  // size of the smallest letters, in points
  double labels = 0;    // size of the labels in cells, in points; 0: there are none
};

// Builds the picture. Ignores style.room; uses style.cell only for products with aligned rows and columns.
SheetPicture picture_on(const Sheet& sheet, SceneLayouts layouts, const SceneStyle& style);

// Moves everything in a scene by `right` and `down` units.
void move(Scene& scene, float right, float down);

}  // namespace tcviz::inline app_scene
