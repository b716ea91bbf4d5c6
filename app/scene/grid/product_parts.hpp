// The roles of a product's layouts (A, B, the accumulator and the metadata of a sparse A), and the elements of them
// that meet. Knows nothing of positions.
#pragma once

#include <optional>
#include <string>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

inline constexpr int no_part = -1;

// Indices of the layouts. A wgmma has no B, which is in shared memory. Metadata comes last.
struct ProductParts {
  int a = 0, b = 1, accumulator = 2, metadata = no_part;
  friend bool operator==(const ProductParts&, const ProductParts&) = default;
};
// Returns the roles by the number of layouts and by whether the last one is metadata; nothing if they are no product.
std::optional<ProductParts> product_parts(SceneLayouts layouts);

// Returns the number of products that one instruction makes side by side: four of mma.m8n8k4 for quad pairs. They lie
// one below the other in A and in the accumulator, beside each other in B.
int products_in(SceneLayouts layouts);

// The packing of a sparse A, found from its sizes: `stored` of the `k` columns in `chunks` are kept, and a row has
// `fields` of two bits that say which.
struct Packing {
  int k = 0, chunks = 0, stored = 0, fields = 0;
  int chunk() const { return k / chunks; }  // columns of k in one
};
// Returns the packing of A. Dense: as many chunks as columns, and no field.
Packing packing_of(SceneLayouts layouts, const ProductParts& parts);

// Refuses, in a sentence, layouts of a product whose sides do not fit. Empty: they fit.
std::string why_no_product(SceneLayouts layouts);

// The elements from `first` to `last`, both included.
struct ElementSpan {
  Element first, last;
  bool contains(Element e) const {
    return e.row >= first.row && e.row <= last.row && e.col >= first.col && e.col <= last.col;
  }
  friend bool operator==(const ElementSpan&, const ElementSpan&) = default;
};
// Returns the elements of layout `other` that meet `element` of `layout` in the product: those of A that go into an
// element of the accumulator, the metadata fields of a stored element's chunk, and so on.
ElementSpan elements_met(SceneLayouts layouts, int layout, Element element, int other);

}  // namespace tcviz::inline app_scene
