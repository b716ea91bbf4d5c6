#include "gpu/smem/tma_box.hpp"

#include <fmt/format.h>

#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int most_of_a_dimension = 256;  // elements of a box, in each dimension

}  // namespace

Status check_box(const TmaBox& box) {
  const int width = width_of(box.swizzle);
  if (box.atom != SwizzleAtom::B16 && box.swizzle != Swizzle::B128)
    return bad_input(fmt::format("atoms of {} belong to a swizzle of 128 bytes: --tma 128b.", name_of(box.atom)));
  if (box.inner < 16 || box.inner % 16 != 0)
    return bad_input(fmt::format("{} bytes are no row of a box: a multiple of 16.", box.inner));
  if (box.swizzle != Swizzle::None && box.inner > width)
    return bad_input(fmt::format(
        "a row of {} bytes is longer than the swizzle's {}: the driver refuses the tensor map.", box.inner, width));
  if (box.inner > most_of_a_dimension * 16)
    return bad_input(fmt::format("a row of {} bytes is too long: at most 256 elements of 16 bytes.", box.inner));
  for (const int size : {box.rows, box.planes})
    if (size < 1 || size > most_of_a_dimension)
      return bad_input(fmt::format("{} is no size of a box: 1 to {}.", size, most_of_a_dimension));
  if (box.start < 0 || box.start % 128 != 0)
    return bad_input(fmt::format(
        "start {} is misaligned: a tensor copy faults if the address is not a multiple of 128.", box.start));
  const std::int64_t end = box.start + std::int64_t{box.pitch()} * box.rows * box.planes;
  if (end > shared_window)
    return bad_input(fmt::format("the box ends at byte {}, beyond the {} bytes of shared memory.", end, shared_window));
  return Nothing{};
}

std::vector<std::int64_t> all_addresses(const TmaBox& box) {
  std::vector<std::int64_t> addresses;
  for (int plane = 0; plane < box.planes; ++plane)
    for (int row = 0; row < box.rows; ++row)
      for (int byte = 0; byte < box.inner; ++byte) addresses.push_back(box.address(plane, row, byte));
  return addresses;
}

}  // namespace tcviz::inline gpu_smem
