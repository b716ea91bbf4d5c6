// A CuTe layout as data, the same for all of its many spellings. (CUTLASS, "CuTe Layouts", "CuTe's support for Matrix
// Multiply-Accumulate instructions".) Knows nothing of C.
#pragma once

#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "gpu/language/c/diagnostic.hpp"
#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// A coordinate's part of `size` that counts `stride`: of the index, or, if a basis is named (2@1), of a coordinate.
struct CuteLeaf {
  std::uint32_t size = 1, stride = 0;
  int basis = -1;  // 0 of 2@0, 1 of 2@1; -1: of the index
  int mode = 0;    // 0: thread, 1: value
  TextRange size_range, stride_range;
};

// Swizzle<bits, base, shift>: index ^ (index >> shift & mask).
struct CuteSwizzle {
  int bits = 0, base = 0, shift = 0;
  TextRange range;
};

struct CuteLayout {
  explicit CuteLayout(std::pmr::memory_resource* memory) : leaves(memory), swizzles(memory), name(memory) {}
  std::pmr::vector<CuteLeaf> leaves;
  std::pmr::vector<CuteSwizzle> swizzles;  // the first is applied first
  std::pmr::string name;                   // the name that a using gave it
  TextRange range, shape_range;
  int modes = 0;
  int pointer_bits = 0;  // 16 of smem_ptr[16b]: the swizzle takes bits of addresses, strides count such elements
  TextRange pointer_range;
};

// True if these words speak of CuTe's layouts: shape:stride, Layout<Shape<...>, ...>, make_layout(...).
bool speaks_of_cute(std::span<const TextWord> words);

// Returns every layout that the text defines and that no other of them uses. Reports a diagnostic if a word is not
// understood. An atom of elements whose type the text does not say has `element_bits`; 0: then it is complained of.
std::pmr::vector<CuteLayout> cute_layouts(std::string_view text, std::vector<Diagnostic>& diagnostics,
                                          std::pmr::memory_resource* memory, int element_bits = 0);

}  // namespace tcviz::inline gpu_formula
