// One product of a picture: A, its metadata if it is sparse, B and the accumulator. First measured, then drawn. A
// dimension has the same pitch everywhere: m down A and the accumulator, n along B and the accumulator, k along A and
// down B.
//
//   corner  | B
//   --------+------------
//   A       | accumulator
//
// A packed A is as wide as the k columns that it stands for, with the boxes of its metadata below each of its rows. B
// of a wgmma is in shared memory: a frame without cells, and only as high as its numbers need.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/grid/block.hpp"
#include "app/scene/grid/product_parts.hpp"

namespace tcviz::inline app_scene {

struct ProductPanel {
  ProductParts parts;
  Packing packing;
  int product = 0;  // index among those that the instruction makes
  Block a, b, c;
  std::optional<Block> e;
  bool b_is_shared = false;

  float gutter = 0;  // the wider one of B's and the accumulator's
  float w = 0, h = 0;
  float top = 0;  // B's upper edge, if it begins below the top because the corner is higher
};

ProductPanel make_panel(const Build& build, const ProductParts& parts, int product);
// Sets the sizes of all blocks: alike in all panels, as these differ only in the part of their layouts that they show.
void measure(std::vector<ProductPanel>& panels, const SceneStyle& style);
// Sets the panel's size and the places in it, with a corner of this size.
void place(ProductPanel& panel, float corner_w, float corner_h);
// Draws the panel, except its corner, with its upper left corner at (x, y).
void add_panel(Build& build, const ProductPanel& panel, float x, float y, float corner_w);

}  // namespace tcviz::inline app_scene
