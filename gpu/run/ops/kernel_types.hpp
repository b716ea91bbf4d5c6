// The names of kinds and their element types in CUDA C++ (mma.h of CUDA 13.0; cuda_fp16.h; cuda_bf16.h).
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_ops {

// The C++ spelling of an element type.
struct ElementText {
  ElementType type;
  std::string_view fragment;   // type in fragment<>: "wmma::precision::tf32"
  std::string_view memory;     // type of matrices in memory, and of x[i]: "float"
  std::string_view header;     // the header that declares the type; empty: none is needed
  std::string_view to_value;   // conversion of x[i] to the computing type: "__half2float({})"
  std::string_view to_memory;  // conversion back
};
const ElementText& element_text(ElementType type);

std::string to_value(ElementType type, std::string_view expression);
std::string to_memory(ElementType type, std::string_view expression);

// Returns the C++ type of a kind: "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>".
std::string fragment_text(const Kind& kind);

// The form of a matrix in memory for wmma::load_matrix_sync: the distance of rows (columns) is a multiple of 16 bytes.
struct Image {
  bool row_major = true;
  int distance = 0;  // leading dimension, in elements
  int size = 0;      // number of elements in memory, with gaps; a multiple of 32 bytes
  int bytes = 0;

  int place(int row, int col) const { return row_major ? row * distance + col : col * distance + row; }
};
Image image_of(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
