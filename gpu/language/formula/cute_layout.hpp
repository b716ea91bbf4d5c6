// A CuTe layout as data, whatever its spelling. (CUTLASS, "CuTe Layouts", "CuTe's support for Matrix
// Multiply-Accumulate instructions".) Knows nothing of C.
#pragma once

#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// One digit of a coordinate, from 0 to size - 1. It adds digit * stride to the index, or to one coordinate of the
// result if the stride names a basis (2@1).
struct CuteLeaf {
  std::uint32_t size = 1, stride = 0;
  int basis = -1;  // the 1 of 2@1; -1: no basis
  int mode = 0;    // the mode that it belongs to; 0: thread, 1: value
  TextRange size_range, stride_range;
};

// Swizzle<bits, base, shift>: index ^ (index >> shift & mask), where the mask has `bits` bits from bit `base` on.
struct CuteSwizzle {
  int bits = 0, base = 0, shift = 0;
  TextRange range;
};

// One layout of a CuTe text.
struct CuteLayout {
  explicit CuteLayout(std::pmr::memory_resource* memory) : leaves(memory), swizzles(memory), name(memory) {}
  std::pmr::vector<CuteLeaf> leaves;
  std::pmr::vector<CuteSwizzle> swizzles;  // in the order in which they are applied
  std::pmr::string name;                   // the name that a using declaration gives it
  TextRange range, shape_range;
  int modes = 0;  // number of modes of its shape
  // 16 for smem_ptr[16b]: the swizzle then applies to addresses, and strides count elements of that size.
  int pointer_bits = 0;
  TextRange pointer_range;
};

// True if the text uses CuTe's layouts: shape:stride, Layout<Shape<...>, ...>, make_layout(...).
bool speaks_of_cute(std::span<const TextWord> words);

// Returns the layouts that the text defines, except those used in other layouts. Reports an error for a word that it
// does not understand. `element_bits` is the size of elements whose type the text does not state; 0: that is an error.
std::pmr::vector<CuteLayout> cute_layouts(std::string_view text, std::vector<Diagnostic>& diagnostics,
                                          std::pmr::memory_resource* memory, int element_bits = 0);

}  // namespace tcviz::inline gpu_formula
