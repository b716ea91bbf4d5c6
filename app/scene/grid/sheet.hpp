// A picture for a place on paper or on a slide, of a given width, with letters of at least a given size. Sizes of
// cells, their labels and the arrangement of grids follow from these.
#pragma once

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

// Points are 1/72 of an inch.
struct Sheet {
  double width = 0;   // points
  double height = 0;  // points; 0: as high as the picture needs, but no higher than a page
  double font = 0;    // points: of the smallest letters, if that is possible
  float margin = 2;   // units
};

struct SheetPicture {
  Scene scene;
  double unit = 0;      // points of a unit: scene.width * unit is the sheet's width
  double smallest = 0;  // points: of the smallest letters
  double labels = 0;    // points: of the cells' labels; 0: they have none
};

// Draws the picture. It ignores the style's `room`, and heeds its `cell` only for products that keep a pitch for each
// dimension.
SheetPicture picture_on(const Sheet& sheet, SceneLayouts layouts, const SceneStyle& style);

// Moves all of a scene that many units to the right and down.
void move(Scene& scene, float right, float down);

}  // namespace tcviz::inline app_scene
