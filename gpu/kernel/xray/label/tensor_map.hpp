// Tensor maps (the descriptors of TMA copies) as the host would have encoded them: an array of the launch, a box, a
// swizzle.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int tensor_map_bytes = 128;

// Reads an argument such as 'tma(A,box=64x64,swizzle=128)' or 'tma(A=f16[m:64,k:128],box=64x64)'.
Result<XrayArgument> read_tensor_map(std::string_view text);
// Refuses a map that a driver would refuse, and one whose array is missing.
Status check_tensor_map(const XrayArgument& argument, const XrayLaunch& launch);
// Returns the bytes that the kernel receives as the tensor map that is argument `number`. tensor_map_of() returns the
// number that such bytes encode, wherever the kernel copied them; none for other bytes.
std::vector<std::uint8_t> bytes_of_tensor_map(std::size_t number);
std::optional<std::size_t> tensor_map_of(std::span<const std::uint8_t> bytes);

// An array as a tensor copy addresses it: dimensions with the innermost one first.
struct TensorView {
  std::vector<std::int64_t> sizes, strides;  // size and stride of each dimension, in elements
  std::vector<int> box;
  int element_bytes = 2;
  Swizzle swizzle = Swizzle::None;
  MemoryRegion* region = nullptr;

  // Returns the box whose copy in shared memory begins at `start`; its outer dimensions are planes.
  TmaBox box_at(std::uint64_t start) const;
  std::int64_t box_bytes() const;
  // Returns the offset in the array, in bytes, of the element at index `inside` of the box whose first element is
  // `corner`; none outside of the array.
  std::optional<std::uint64_t> place(std::span<const std::int64_t> corner, std::span<const int> inside) const;
};
// Returns the view of the array that `map` names.
TensorView tensor_view(const TensorMapWish& map, const XrayLaunch& launch, XrayMemory& memory);

}  // namespace tcviz::inline gpu_xray
