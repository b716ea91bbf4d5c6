// Tensor maps, as the host would have encoded them: an array of the launch, a box, a swizzle.
#pragma once

#include <span>
#include <vector>

#include "gpu/kernel/xray/label/launch.hpp"
#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/smem/tma_box.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int tensor_map_bytes = 128;

// Reads 'tma(A,box=64x64,swizzle=128)', 'tma(A=f16[m:64,k:128],box=64x64)'.
Result<XrayArgument> read_tensor_map(std::string_view text);
// Refuses each map that a driver would refuse, and one whose array is missing.
Status check_tensor_map(const XrayArgument& argument, const XrayLaunch& launch);
// Returns the bytes that stand for the argument of this number, wherever they are copied; tensor_map_of reads the
// number back.
std::vector<std::uint8_t> bytes_of_tensor_map(std::size_t number);
std::optional<std::size_t> tensor_map_of(std::span<const std::uint8_t> bytes);

// An array as a tensor copy sees it: dimensions with the innermost one first.
struct TensorView {
  std::vector<std::int64_t> sizes, strides;  // in elements
  std::vector<int> box;
  int element_bytes = 2;
  Swizzle swizzle = Swizzle::None;
  MemoryRegion* region = nullptr;

  TmaBox box_at(std::uint64_t start) const;  // its outer dimensions are planes
  std::int64_t box_bytes() const;
  // Returns the place in the array, in bytes, of the element of an index inside of the box; none out of bounds.
  std::optional<std::uint64_t> place(std::span<const std::int64_t> corner, std::span<const int> inside) const;
};
TensorView tensor_view(const TensorMapWish& map, const XrayLaunch& launch, XrayMemory& memory);

}  // namespace tcviz::inline gpu_xray
