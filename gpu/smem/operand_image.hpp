// Places the elements of a matrix operand in shared memory: a pure function of (row, col), the fields of a matrix
// descriptor and the swizzle. Rows are m (of A) or n (of B), columns are k. An operand with its place is called an
// image.
//
// Compared with an H200: for 4,784 descriptors, wgmma reads exactly the elements that these rules give
// (assets/images/sm_90.json). PTX ISA 9.0, section 9.7.15.5.1 on "Shared memory layout" of wgmma, names the fields:
// LBO, the leading dimension byte offset, and SBO, the stride dimension byte offset. In the table, T is the number of
// elements in 16 bytes and W the bytes of the swizzle:
//   K-major, none     rows by 8: 16 bytes apart, then SBO; columns by T: side by side, then LBO
//   K-major, W        rows by 8: W apart, then SBO; columns by W bytes: side by side, then LBO
//   MN-major, none    rows by T: side by side, then SBO; columns by 8: 16 bytes apart, then LBO
//   MN-major, W       rows by W bytes: side by side, then LBO; columns by 8: W apart, then SBO
// An instruction reads 32 bytes of k (64 of the B of a sparse product). So LBO has an effect in K-major only without a
// swizzle, and with the 32-byte swizzle for the B of a sparse product.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/smem/swizzle.hpp"

namespace tcviz::inline gpu_smem {

// The contiguous dimension: K, or MN (m of A, n of B).
enum class Major : std::uint8_t { K, MN };
std::string_view name_of(Major major);
constexpr Major last_of(Major) { return Major::MN; }

// An operand tile in shared memory.
struct OperandImage {
  int rows = 0, cols = 0;
  int element_bits = 16;  // 1, 8, 16 or 32; 1 only in K-major
  Swizzle swizzle = Swizzle::None;
  Major major = Major::K;
  std::int64_t start = 0;         // offset in shared memory, in bytes
  std::int64_t lbo = 0, sbo = 0;  // bytes
  int base_offset = 0;            // 0 to 7

  // Returns the address of an element in shared memory, in bits. `row` and `col` must be inside the tile.
  std::int64_t bit_address(int row, int col) const;
  std::int64_t address(int row, int col) const { return bit_address(row, col) / 8; }
};

// The size of the shared memory of one block: 228 KiB on sm_90 (CUDA C++ programming guide, compute capabilities).
inline constexpr std::int64_t shared_window = 228 * 1024;

// The name of an image without its sizes: "smem.128b.k.b16".
struct ImageId {
  Swizzle swizzle = Swizzle::None;
  Major major = Major::K;
  int element_bits = 16;  // 8, 16 or 32
};
std::string spell(const ImageId& id);
// Reads such a name.
Result<ImageId> read_image_id(std::string_view text);

// Strides with which the tile consists of adjacent atoms (the smallest pattern of the swizzle).
struct Strides {
  std::int64_t lbo = 0, sbo = 0;
};
// Returns the strides of a tile whose atoms follow each other along the rows first.
Strides packed_strides(const ImageId& id, int rows, int cols);
// Returns the strides of a tile whose atoms follow each other along the columns first.
Strides packed_by_columns(const ImageId& id, int rows, int cols);

// Returns an error for strides, sizes and addresses that the hardware does not accept, and for tiles that exceed shared
// memory.
Status check_image(const OperandImage& image);
// Returns an error if the tile is not inside of shared memory.
Status check_inside(const OperandImage& image);

// Returns the address of every element, row by row; in bits if elements have one bit.
std::vector<std::int64_t> all_addresses(const OperandImage& image);
// Returns the number of elements of `image` that have another address in `other`, which has at least its rows and
// columns.
int count_moved(const OperandImage& image, const OperandImage& other);

}  // namespace tcviz::inline gpu_smem
