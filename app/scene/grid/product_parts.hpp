// Which of a product's layouts is A, B, the accumulator and the metadata of a sparse A, and which of their elements
// meet. Knows nothing of positions.
#pragma once

#include <optional>
#include <string>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

inline constexpr int no_part = -1;

// Indices of the layouts. A wgmma has no B: that is in shared memory. Metadata comes last.
struct ProductParts {
  int a = 0, b = 1, accumulator = 2, metadata = no_part;
  friend bool operator==(const ProductParts&, const ProductParts&) = default;
};
// By how many layouts there are, and whether the last one is metadata; nothing if they are no product.
std::optional<ProductParts> product_parts(SceneLayouts layouts);

// Products that one instruction makes side by side: four of mma.m8n8k4 for quad pairs. They lie one below the other in
// A and in the accumulator, beside each other in B.
int products_in(SceneLayouts layouts);

// How a sparse A is packed, told from its sizes: of `k` columns in `chunks`, `stored` are kept, and a row has `fields`
// of two bits that say which.
struct Packing {
  int k = 0, chunks = 0, stored = 0, fields = 0;
  int chunk() const { return k / chunks; }  // columns of k in one
};
// Dense: as many chunks as columns, and no field.
Packing packing_of(SceneLayouts layouts, const ProductParts& parts);

// Refuses layouts of a product whose sides do not fit: a sentence. Empty: they fit.
std::string why_no_product(SceneLayouts layouts);

// From `first` to `last`, both included.
struct ElementSpan {
  Element first, last;
  bool contains(Element e) const {
    return e.row >= first.row && e.row <= last.row && e.col >= first.col && e.col <= last.col;
  }
  friend bool operator==(const ElementSpan&, const ElementSpan&) = default;
};
// The elements of layout `other` that meet `element` of `layout` in the product: of A what goes into an element of the
// accumulator, of metadata the fields of a stored element's chunk, and so on.
ElementSpan elements_met(SceneLayouts layouts, int layout, Element element, int other);

}  // namespace tcviz::inline app_scene
