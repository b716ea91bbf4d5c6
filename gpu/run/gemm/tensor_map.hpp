// Makes tensor maps, which tell the copy engine of sm_90 (TMA) the address and shape of a matrix. Internal to
// gpu/run/gemm; needs CUDA and a driver.
#pragma once

#include <array>
#include <cstddef>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_gemm {

struct alignas(64) TensorMap {
  std::array<std::byte, 128> opaque{};  // a CUtensorMap
};

// Returns the map of a row-major matrix of f16 in GPU memory. A copy brings a box of box_rows (at most 256) by 64
// columns to shared memory, with rows of 128 bytes whose 16-byte chunks are permuted (CU_TENSOR_MAP_SWIZZLE_128B).
Result<TensorMap> tensor_map_f16(const void* matrix, int rows, int cols, int box_rows);

}  // namespace tcviz::inline gpu_gemm
