// The product probe: puts random integers into A, B and C through their layouts, multiplies on the device, reads every
// element of D through its layout and compares it with the host's product. Pure: builds the request and checks the
// answer.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/partners.hpp"

namespace tcviz::inline gpu_probe {

struct ProductLayouts {
  const Layout* a = nullptr;
  const Layout* b = nullptr;
  const Layout* sum = nullptr;
};

// The integers that matrices of a type are filled with: the whole range for integer types, and for floating-point types
// numbers so small that 16 products and C are exact in f16 (up to 2048).
struct WholeRange {
  int low, high;
};
WholeRange whole_range(ElementType type);

// Matrices of small integers, row by row; every sum is exact in the accumulator's type.
struct ProductData {
  std::vector<int> a, b, c;
};
ProductData random_product(const ProductKinds& kinds, std::mt19937& random);

ProductRequest product_request(const Kind& kind, const ProductKinds& kinds, const ProductLayouts& layouts,
                               const ProductData& data);
// Returns an empty text if D = A * B + C in every slot, else a text about the first slot that differs. For one-bit
// types the device may count the ones of A and B, or of A xor B: kernels compiled for compute capability 7.5 have only
// xor, on whatever GPU they run.
std::string check_product(const ProductKinds& kinds, const Layout& sum, const ProductData& data,
                          std::span<const std::uint32_t> d);

}  // namespace tcviz::inline gpu_probe
