// The roles of the layouts of a product (A, B, accumulator, metadata of a sparse A), and the elements that are
// multiplied with each other.
#pragma once

#include <optional>
#include <string>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_scene {

inline constexpr int no_part = -1;

// Indices of the layouts by role; no_part: there is none. A wgmma has no layout of B, which is in shared memory.
struct ProductParts {
  int a = 0, b = 1, accumulator = 2, metadata = no_part;
  friend bool operator==(const ProductParts&, const ProductParts&) = default;
};
// Returns the roles of `layouts`; none if they are not the layouts of a product. Metadata comes last.
std::optional<ProductParts> product_parts(SceneLayouts layouts);

// Returns the number of independent products that one instruction computes: four for mma.m8n8k4, one for each quad
// pair. They are one below the other in A and in the accumulator, and side by side in B.
int products_in(SceneLayouts layouts);

// The packing of a sparse A. Its `k` columns are divided into `chunks` chunks; `stored` columns are kept in all. A row
// of the metadata has `fields` fields of two bits, which say which columns those are.
struct Packing {
  int k = 0, chunks = 0, stored = 0, fields = 0;
  int chunk() const { return k / chunks; }  // columns of k in a chunk
};
// Returns the packing of A, from the sizes of the layouts. For a dense A each column is a chunk, and fields is 0.
Packing packing_of(SceneLayouts layouts, const ProductParts& parts);

// Returns a message if the sizes of the layouts do not fit a product; empty if they do.
std::string why_no_product(SceneLayouts layouts);

// A rectangle of elements from `first` to `last`, both included.
struct ElementSpan {
  Element first, last;
  bool contains(Element e) const {
    return e.row >= first.row && e.row <= last.row && e.col >= first.col && e.col <= last.col;
  }
  friend bool operator==(const ElementSpan&, const ElementSpan&) = default;
};
// Returns the elements of layout number `other` that the product combines with `element` of layout number `layout`: the
// row of A for an element of the accumulator, the metadata fields for an element of a sparse A, and so on.
ElementSpan elements_met(SceneLayouts layouts, int layout, Element element, int other);

}  // namespace tcviz::inline app_scene
