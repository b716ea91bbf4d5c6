// CUDA driver API, "Tensor Map Object Management": cuTensorMapEncodeTiled, looked up at run time, so that the program
// starts even if a driver is older than it. Enumerations are ints.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdint>

#include "gpu/prove/copy_map.hpp"
#include "gpu/source/device/find_function.hpp"

namespace tcviz::inline gpu_prove {
namespace {

constexpr int bytes_type = 0, no_interleave = 0, no_promotion = 0, fill_zeros = 0;
constexpr int swizzle_128b_atom_16b = 3;  // then those of 32 bytes, of 32 with a flip, and of 64

using EncodeTiled = int (*)(CopyMap*, int type, std::uint32_t rank, void* address, const std::uint64_t* sizes,
                            const std::uint64_t* strides, const std::uint32_t* box,
                            const std::uint32_t* element_strides, int interleave, int swizzle, int promotion, int fill);

// Finds the function; the driver stays loaded for as long as the program runs.
EncodeTiled find_encode_tiled() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  EncodeTiled encode = nullptr;
  if (driver != nullptr) find_function(driver, "cuTensorMapEncodeTiled", encode);
  return encode;
}

int swizzle_code(const TmaBox& box) {
  if (box.atom == SwizzleAtom::B16) return static_cast<int>(box.swizzle);
  return swizzle_128b_atom_16b + static_cast<int>(box.atom);
}

}  // namespace

EncodedMap encode_map(const TmaBox& box, const void* tensor) {
  const EncodeTiled encode = find_encode_tiled();
  if (encode == nullptr)
    return {{}, "this NVIDIA driver has no cuTensorMapEncodeTiled: install one for CUDA 12.0 or later"};
  const auto inner = static_cast<std::uint32_t>(box.inner), rows = static_cast<std::uint32_t>(box.rows);
  const std::uint32_t sizes[] = {inner, rows, static_cast<std::uint32_t>(box.planes)}, steps[] = {1, 1, 1};
  const std::uint64_t tensor_sizes[] = {sizes[0], sizes[1], sizes[2]};
  const std::uint64_t strides[] = {inner, std::uint64_t{inner} * rows};
  CopyMap map;
  const int code = encode(&map, bytes_type, box.planes > 1 ? 3 : 2, const_cast<void*>(tensor), tensor_sizes, strides,
                          sizes, steps, no_interleave, swizzle_code(box), no_promotion, fill_zeros);
  if (code != 0) return {{}, fmt::format("cuTensorMapEncodeTiled refused the box, CUresult {}", code)};
  return {map, {}};
}

}  // namespace tcviz::inline gpu_prove
