// Writes kinds and their element types in CUDA C++ (mma.h of CUDA 13.0; cuda_fp16.h; cuda_bf16.h).
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

struct ElementText {
  ElementType type;
  std::string_view fragment;  // in fragment<>: "wmma::precision::tf32"
  std::string_view memory;    // of matrices in memory, and of x[i]: "float"
  std::string_view header;    // the header that declares it; may be empty
  std::string_view to_value;  // "__half2float({})": x[i] to the computing type
  std::string_view to_memory;
};
const ElementText& element_text(ElementType type);

std::string to_value(ElementType type, std::string_view expression);
std::string to_memory(ElementType type, std::string_view expression);

// Returns "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>".
std::string fragment_text(const Kind& kind);

// The place of a matrix's elements in memory for wmma::load_matrix_sync: rows (columns) at a distance of a multiple of
// 16 bytes.
struct Image {
  bool row_major = true;
  int distance = 0;  // in elements: the leading dimension
  int size = 0;      // in elements, a multiple of 32 bytes
  int bytes = 0;

  int place(int row, int col) const { return row_major ? row * distance + col : col * distance + row; }
};
Image image_of(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
