#include "gpu/smem/operand_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr int chunk = 16;                                         // bytes that no swizzle divides
constexpr int group = 8;                                          // rows of an atom
constexpr std::int64_t largest_offset = ((1 << 14) - 1) * chunk;  // 14 bits of a descriptor
constexpr int most_elements = 1 << 20;
constexpr std::array<int, 3> named_bits = {8, 16, 32};

// Returns the bytes to a unit of a dimension that has `per` units side by side and begins anew `stride` bytes on.
std::int64_t blocked(std::int64_t unit, std::int64_t per, std::int64_t bytes, std::int64_t stride) {
  return unit % per * bytes + unit / per * stride;
}

std::int64_t blocks(std::int64_t count, std::int64_t per) { return (count + per - 1) / per; }

Status check_stride(std::string_view name, std::int64_t bytes) {
  if (bytes < 0 || bytes % chunk != 0 || bytes > largest_offset)
    return bad_input(
        fmt::format("{} {} is no offset of a descriptor: a multiple of 16 from 0 to {}.", name, bytes, largest_offset));
  return Nothing{};
}

// Returns the end of the tile, or more: the swizzle moves each byte inside of its row of the swizzle.
std::int64_t latest_end(const OperandImage& image) {
  const std::int64_t width = width_of(image.swizzle), bits = image.element_bits;
  const bool k = image.major == Major::K, plain = image.swizzle == Swizzle::None;
  const std::int64_t bytes = ((k ? image.cols : image.rows) * bits + 7) / 8, units = k ? image.rows : image.cols;
  const std::int64_t far_bytes = k || !plain ? image.lbo : image.sbo, far_units = k || !plain ? image.sbo : image.lbo;
  const std::int64_t last = (group - 1) * width + (units - 1) / group * far_units + (bytes - 1) / width * far_bytes;
  return (image.start + last + width - 1) / width * width + width;
}

std::int64_t end_of(const OperandImage& image) {
  std::int64_t end = 0;
  for (int row = 0; row < image.rows; ++row)
    for (int col = 0; col < image.cols; ++col) end = std::max(end, image.address(row, col));
  return end + std::max(1, image.element_bits / 8);
}

Status check_end(const OperandImage& image) {
  if (latest_end(image) <= shared_window) return Nothing{};
  if (const std::int64_t end = end_of(image); end > shared_window)
    return bad_input(
        fmt::format("the tile ends at byte {}, beyond the {} bytes of shared memory: fewer rows or columns, "
                    "a smaller start or smaller offsets.",
                    end, shared_window));
  return Nothing{};
}

}  // namespace

std::string_view name_of(Major major) { return major == Major::K ? "k" : "mn"; }

std::int64_t OperandImage::bit_address(int row, int col) const {
  const std::int64_t width = width_of(swizzle);
  std::int64_t linear = start, bit = 0;
  if (major == Major::K) {
    const std::int64_t bits = static_cast<std::int64_t>(col) * element_bits;
    linear += blocked(row, group, width, sbo) + blocked(bits / 8, width, 1, lbo);
    bit = bits % 8;
  } else {
    const std::int64_t bytes = element_bits / 8;
    const bool plain = swizzle == Swizzle::None;
    linear += blocked(row * bytes, width, 1, plain ? sbo : lbo) + blocked(col, group, width, plain ? lbo : sbo);
  }
  return swizzled(linear, swizzle, base_offset) * 8 + bit;
}

std::string spell(const ImageId& id) {
  return fmt::format("smem.{}.{}.b{}", name_of(id.swizzle), name_of(id.major), id.element_bits);
}

Result<ImageId> read_image_id(std::string_view text) {
  const std::string lowered = lower_case(text);
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN})
      for (const int bits : named_bits) {
        const ImageId id{swizzle, major, bits};
        if (spell(id) == lowered) return id;
      }
  return bad_input(fmt::format(
      "'{}' is no image: write smem.SWIZZLE.MAJOR.bBITS with none, 32b, 64b or 128b, k or mn, and 8, 16 or 32, as in "
      "smem.128b.k.b16.",
      text));
}

Strides packed_strides(const ImageId& id, int rows, int cols) {
  const std::int64_t width = width_of(id.swizzle), atom = group * width, bytes = id.element_bits / 8;
  if (id.major == Major::K) return {blocks(rows, group) * atom, atom};
  const std::int64_t along_rows = atom, along_cols = blocks(rows * bytes, width) * atom;
  static_cast<void>(cols);
  return id.swizzle == Swizzle::None ? Strides{along_cols, along_rows} : Strides{along_rows, along_cols};
}

Strides packed_by_columns(const ImageId& id, int rows, int cols) {
  const std::int64_t width = width_of(id.swizzle), atom = group * width, bytes = id.element_bits / 8;
  if (id.major == Major::K) return {atom, blocks(cols * bytes, width) * atom};
  const std::int64_t along_rows = blocks(cols, group) * atom, along_cols = atom;
  static_cast<void>(rows);
  return id.swizzle == Swizzle::None ? Strides{along_cols, along_rows} : Strides{along_rows, along_cols};
}

Status check_image(const OperandImage& image) {
  if (image.rows < 1 || image.cols < 1 || static_cast<std::int64_t>(image.rows) * image.cols > most_elements)
    return bad_input(fmt::format("{} x {} is no tile: rows and columns are at least 1, and at most {} elements in all.",
                                 image.rows, image.cols, most_elements));
  if (image.start < 0 || image.start % chunk != 0 || image.start >= shared_window)
    return bad_input(fmt::format(
        "start {} is no address of a descriptor: a multiple of 16 from 0, below the {} bytes of shared memory "
        "(its field of 14 bits ends at {}).",
        image.start, shared_window, largest_offset));
  if (image.base_offset < 0 || image.base_offset > 7)
    return bad_input(fmt::format("base offset {} is out of range: it goes from 0 to 7.", image.base_offset));
  const auto can_be_added = [](std::int64_t bytes) { return bytes >= 0 && bytes < std::int64_t{1} << 40; };
  if (can_be_added(image.lbo) && can_be_added(image.sbo)) TCVIZ_TRY(check_end(image));  // rows and columns made them
  TCVIZ_TRY(check_stride("LBO", image.lbo));
  return check_stride("SBO", image.sbo);
}

int count_moved(const OperandImage& image, const OperandImage& other) {
  int count = 0;
  for (int row = 0; row < image.rows; ++row)
    for (int col = 0; col < image.cols; ++col)
      count += image.bit_address(row, col) != other.bit_address(row, col) ? 1 : 0;
  return count;
}

std::vector<std::int64_t> all_addresses(const OperandImage& image) {
  std::vector<std::int64_t> addresses;
  addresses.reserve(static_cast<std::size_t>(image.rows) * static_cast<std::size_t>(image.cols));
  for (int row = 0; row < image.rows; ++row)
    for (int col = 0; col < image.cols; ++col)
      addresses.push_back(image.element_bits == 1 ? image.bit_address(row, col) : image.address(row, col));
  return addresses;
}

Status check_inside(const OperandImage& image) {
  const std::vector<std::int64_t> addresses = all_addresses(image);
  const std::int64_t last = *std::max_element(addresses.begin(), addresses.end()) / (image.element_bits == 1 ? 8 : 1);
  if (last < shared_window) return Nothing{};
  return bad_input(
      fmt::format("this descriptor reads byte {}, beyond the {} bytes of shared memory.", last, shared_window));
}

}  // namespace tcviz::inline gpu_smem
