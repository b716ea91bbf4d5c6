// The other kinds of the product in which a kind is examined.
#pragma once

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// The kinds of D = A * B + C, pointers into the catalogue; `sum` is the kind of both C and D.
struct ProductKinds {
  const Kind* a = nullptr;
  const Kind* b = nullptr;
  const Kind* sum = nullptr;
};

// Returns the kinds of A row by B col or A col by B row, with f32 or s32 or f64 sums; an accumulator stands for itself.
// The kernel rows of wmma_kernels.cuh are instantiated for the same choice.
ProductKinds product_kinds(const Kind& kind);

// True if wmma.mma accumulates products of this type in that one (PTX ISA, "wmma.mma").
bool sums_of(ElementType operand, ElementType sum);

}  // namespace tcviz::inline gpu_probe
