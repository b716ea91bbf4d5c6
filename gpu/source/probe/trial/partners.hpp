// Chooses the kinds of the other operands in the product with which a kind is probed.
#pragma once

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_probe {

// The kinds of the operands of D = A * B + C, as pointers into the catalogue; `sum` is the kind of both C and D.
struct ProductKinds {
  const Kind* a = nullptr;
  const Kind* b = nullptr;
  const Kind* sum = nullptr;
};

// Returns the product with which `kind` is probed: row-major A with column-major B, or column-major A with row-major B,
// with f32, s32 or f64 sums; an accumulator is its own sum. The kernels in wmma_kernels.cuh are instantiated for the
// same products.
ProductKinds product_kinds(const Kind& kind);

// True if wmma.mma accumulates products of elements of type `operand` in type `sum` (PTX ISA, "wmma.mma").
bool sums_of(ElementType operand, ElementType sum);

}  // namespace tcviz::inline gpu_probe
