// Which fragments multiply: A, B and the accumulator of one matrix product. Data of kinds only.
#pragma once

#include <optional>
#include <string>

#include "gpu/layout/kind.hpp"

namespace tcviz {

struct Product {
  std::string a, b, accumulator;  // ids
  friend bool operator==(const Product&, const Product&) = default;
};

// The product that a kind of the catalogue takes part in, with it in its own place. Of several partners: row-major
// A, column-major B, an f32 accumulator before f16, and f16 operands before other types (PTX ISA, "wmma.mma": which
// types multiply). None for an unknown id.
std::optional<Product> product_of(std::string_view kind);

}  // namespace tcviz
