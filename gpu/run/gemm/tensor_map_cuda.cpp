// CUDA Driver API, "Tensor Map Object Management": cuTensorMapEncodeTiled. Looked up at run time, so that the program
// still starts if a driver is older than it. Enumerations are ints.
#include "gpu/run/gemm/tensor_map.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdint>

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int float16 = 6, no_interleave = 0, swizzle_128b = 3, l2_promotion_128b = 2, fill_zeros = 0;

using Encode = int (*)(TensorMap*, int type, std::uint32_t rank, void* address, const std::uint64_t* sizes,
                       const std::uint64_t* strides, const std::uint32_t* box, const std::uint32_t* element_strides,
                       int interleave, int swizzle, int promotion, int fill);

// Finds the function; the driver stays loaded for as long as the program runs.
Encode find_encode() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return driver == nullptr ? nullptr : reinterpret_cast<Encode>(dlsym(driver, "cuTensorMapEncodeTiled"));
}

}  // namespace

Result<TensorMap> tensor_map_f16(const void* matrix, int rows, int cols, int box_rows) {
  const Encode encode = find_encode();
  if (encode == nullptr)
    return unavailable("this NVIDIA driver has no cuTensorMapEncodeTiled: install one for CUDA 12.0 or later.");
  // The quickest dimension first.
  const std::uint64_t sizes[] = {static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(rows)};
  const std::uint64_t strides[] = {static_cast<std::uint64_t>(cols) * 2};
  const std::uint32_t box[] = {64, static_cast<std::uint32_t>(box_rows)}, steps[] = {1, 1};
  TensorMap map;
  const int code = encode(&map, float16, 2, const_cast<void*>(matrix), sizes, strides, box, steps, no_interleave,
                          swizzle_128b, l2_promotion_128b, fill_zeros);
  if (code != 0)
    return unavailable(
        fmt::format("cuTensorMapEncodeTiled refused the matrix, CUresult {}: leave that kernel out", code));
  return map;
}

}  // namespace tcviz::inline gpu_gemm
