// Tensor maps, from which the copy engine of sm_90 reads the place and shape of a matrix. Inside the room; needs CUDA
// and a driver.
#pragma once

#include <array>
#include <cstddef>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_gemm {

struct alignas(64) TensorMap {
  std::array<std::byte, 128> opaque{};  // a CUtensorMap
};

// Makes the map of a row-major matrix of f16 in GPU memory. Boxes of box_rows (256 at most) by 64 columns arrive in
// shared memory with rows of 128 bytes whose 16-byte chunks are exchanged (CU_TENSOR_MAP_SWIZZLE_128B).
Result<TensorMap> tensor_map_f16(const void* matrix, int rows, int cols, int box_rows);

}  // namespace tcviz::inline gpu_gemm
