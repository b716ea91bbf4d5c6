// Fragments that multiply: A, B and the accumulator of one matrix product, and the metadata of a sparse A. Data of
// kinds only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_layout {

struct Product {
  std::string a, b, accumulator;  // ids; b is empty if B comes from shared memory only
  std::string metadata = {};      // of a sparse A; empty otherwise
  // Returns the ids of those that the product has: A, B, accumulator, metadata.
  std::vector<std::string> ids() const;
  friend bool operator==(const Product&, const Product&) = default;
};

// An accumulator that an element type of A and B gives; the customary ones stand first.
struct ProductTypes {
  ElementType operand, accumulator;
};
std::span<const ProductTypes> product_types();

// Returns k of a wgmma or wgmma.sp whose A is of this type; 0: it does not multiply the type.
int depth_of(Family family, ElementType a);

// Returns the product that a kind of the catalogue takes part in, with the kind in its own place. Of several partners
// it takes row-major A, column-major B, an f32 accumulator before f16, f16 operands before other types (PTX ISA,
// "wmma.mma": the types that multiply), the first selector, and 16 columns of a wgmma. None for an unknown id.
std::optional<Product> product_of(std::string_view kind);

// Returns the products that may be meant by all of these kinds: each with its operands among them, as far as they hold
// such operands. Products that differ in orders or selector alone count as one.
std::vector<Product> products_of(std::span<const Kind* const> kinds);

}  // namespace tcviz::inline gpu_layout
