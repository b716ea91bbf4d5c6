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
  std::string a, b, accumulator;  // ids; b is empty if it comes from shared memory only
  std::string metadata = {};      // of a sparse A; empty otherwise
  // Those that there are: A, B, accumulator, metadata.
  std::vector<std::string> ids() const;
  friend bool operator==(const Product&, const Product&) = default;
};

// The accumulators that element types of A and B give, the customary ones first.
struct ProductTypes {
  ElementType operand, accumulator;
};
std::span<const ProductTypes> product_types();

// k of a wgmma or wgmma.sp whose A is of this type; 0: it does not multiply the type.
int depth_of(Family family, ElementType a);

// The product that a kind of the catalogue takes part in, with it in its own place. Of several partners: row-major
// A, column-major B, an f32 accumulator before f16, f16 operands before other types (PTX ISA, "wmma.mma": which types
// multiply), the first selector, and 16 columns of a wgmma. None for an unknown id.
std::optional<Product> product_of(std::string_view kind);

// The products that may be meant where all of these kinds are: each with its operands among them, as far as there are
// such operands among them. Those that differ in orders or selector alone are one product.
std::vector<Product> products_of(std::span<const Kind* const> kinds);

}  // namespace tcviz::inline gpu_layout
