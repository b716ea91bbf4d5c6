// The fragments of one matrix product: A, B and the accumulator, and the metadata of a sparse A. Plain data.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

// The kinds of the fragments of one product.
struct Product {
  std::string a, b, accumulator;  // ids of kinds; b is empty if B comes only from shared memory
  std::string metadata = {};      // id of the metadata of a sparse A; else empty
  // Returns the ids that are not empty: A, B, accumulator, metadata.
  std::vector<std::string> ids() const;
  friend bool operator==(const Product&, const Product&) = default;
};

// A type of A and B together with a type of accumulator that it allows; the most common pairs come first.
struct ProductTypes {
  ElementType operand, accumulator;
};
std::span<const ProductTypes> product_types();

// Returns k of a wgmma or wgmma.sp with A of this type; 0 if the type is not supported.
int depth_of(Family family, ElementType a);

// Returns the product to which a kind of the catalogue belongs. If there are several, takes row-major A, column-major
// B, an f32 accumulator rather than f16, f16 operands rather than other types (PTX ISA, "wmma.mma": the types that
// multiply), the first selector, and 16 columns of a wgmma. Returns none for an unknown id.
std::optional<Product> product_of(std::string_view kind);

// Returns the products that may be meant by all of `kinds`: those whose operands are among `kinds`, as far as `kinds`
// has such operands. Products that differ only in memory orders or selector count as one.
std::vector<Product> products_of(std::span<const Kind* const> kinds);

}  // namespace tcviz::inline gpu_layout
