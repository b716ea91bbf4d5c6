// One product of a picture: A, its metadata if it is sparse, B and the accumulator. It is first measured, then added to
// the scene. Rows and columns are aligned: m of A and accumulator, n of B and accumulator, k of A and B have the same
// size of a row or column.
//
//   corner  | B
//   --------+------------
//   A       | accumulator
//
// A sparse A is as wide as all k columns, stored or not, and has the boxes of its metadata below each row. The B of a
// wgmma is in shared memory: it is drawn as a frame without cells.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/grid/block.hpp"
#include "app/scene/grid/product_parts.hpp"

namespace tcviz::inline app_scene {

struct ProductPanel {
  ProductParts parts;
  Packing packing;
  int product = 0;  // index of the product, if the instruction computes several
  Block a, b, c;
  std::optional<Block> e;  // metadata
  bool b_is_shared = false;

  float gutter = 0;  // width of the row numbers of B and accumulator, the larger of both
  float w = 0, h = 0;
  float top = 0;  // y of B; more than 0 if the corner is higher than B
};

// Makes the panel of product number `product`, not yet measured.
ProductPanel make_panel(const Build& build, const ProductParts& parts, int product);
// Measures the blocks of all panels, with the same sizes in each.
void measure(std::vector<ProductPanel>& panels, const SceneStyle& style);
// Sets the size of the panel and the positions in it, for a corner (the area left of B, above A) of the given size.
void place(ProductPanel& panel, float corner_w, float corner_h);
// Adds the panel, without the contents of its corner, with its upper left corner at (x, y).
void add_panel(Build& build, const ProductPanel& panel, float x, float y, float corner_w);

}  // namespace tcviz::inline app_scene
