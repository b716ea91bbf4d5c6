// The product probe: random whole numbers put into A, B and C through their layouts, multiplied on the device, and
// every element of D read through its layout and compared with the host. Pure: builds the request and checks the
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

// The whole numbers that a matrix of this type is made of: integers of their whole range, floating-point numbers so
// small that 16 products and C stay exact in f16 (up to 2048).
struct WholeRange {
  int low, high;
};
WholeRange whole_range(ElementType type);

// Matrices of small whole numbers, row by row; every sum stays exact in the accumulator's type.
struct ProductData {
  std::vector<int> a, b, c;
};
ProductData random_product(const ProductKinds& kinds, std::mt19937& random);

ProductRequest product_request(const Kind& kind, const ProductKinds& kinds, const ProductLayouts& layouts,
                               const ProductData& data);
// Returns an empty text if D = A * B + C in every slot, otherwise the first slot that differs. One-bit products count
// the ones of A and B, or of A xor B throughout: kernels compiled for compute capability 7.5 have no other, on whatever
// GPU they run.
std::string check_product(const ProductKinds& kinds, const Layout& sum, const ProductData& data,
                          std::span<const std::uint32_t> d);

}  // namespace tcviz::inline gpu_probe
