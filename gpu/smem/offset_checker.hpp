// Checks a text that gives the offsets of a tile's elements in shared memory: offset(row, col) in bytes from the start,
// as C, Python, a CuTe layout or bases. Every element is checked. Pure.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/block.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/language/formula/repair.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {

// The correct offsets of a tile, row by row, in bytes from the start. They may be negative if the start is not aligned
// to the swizzle.
struct OffsetTile {
  int rows = 0, cols = 0, element_bits = 16;
  std::int64_t start = 0;
  std::vector<std::int64_t> offsets;
};
OffsetTile offsets_of(const OperandImage& image);

// An element for which the text gives a wrong offset.
struct OffsetMismatch {
  int row = 0, col = 0;
  std::int64_t expected = 0, got = 0;
};
struct OffsetUndefined {
  int row = 0, col = 0;
  std::string message;
  TextRange range;
  bool endless = false;  // a loop did not end and was stopped, or a number is too large
  std::string_view blame = Undefined{}.blame;
};
struct OffsetVerdict {
  int elements = 0;    // number of elements that were checked
  int mismatches = 0;  // wrong offsets, including undefined ones
  std::optional<OffsetMismatch> first;
  std::optional<OffsetUndefined> undefined;
  bool ok() const { return mismatches == 0 && elements > 0; }
};

// Checks formulae against one tile, repeatedly.
class OffsetChecker {
 public:
  explicit OffsetChecker(OffsetTile tile);

  // Checks every element. Returns an error if the text gives no offset, or states another size.
  Result<OffsetVerdict> check(const Formula& formula);
  // True if the formula is right for every element. Checks those elements first that are most likely to be wrong.
  bool holds(const Formula& formula);

  const OffsetTile& tile() const { return tile_; }
  // Returns the options for parsing texts about this tile.
  ReadOptions options() const;

 private:
  // Elements in the order in which they are checked.
  struct Asked {
    std::vector<std::uint32_t> rows, cols;
    std::vector<std::int64_t> offsets;
    void add(const OffsetTile& tile, int row, int col);
    std::size_t size() const { return offsets.size(); }
  };
  Status prepare(const Formula& formula);
  void run(const Asked& asked, std::size_t first, std::size_t count);
  bool is_right(const Asked& asked, std::size_t first, std::size_t lane) const {
    return !lanes_.is_undefined(lane) && lanes_.value(output_, lane) == asked.offsets[first + lane];
  }
  bool all_right(const Asked& asked);

  OffsetTile tile_;
  Asked all_, telling_;
  std::size_t output_ = 0;
  LaneRunner lanes_;
};

// Parses a text with the convention in which it is right, or else the usual one: a CuTe layout may count elements or
// bytes.
Parsed<Formula> read_offset(std::string_view text, OffsetChecker& checker);

// Returns at most `most` single edits that make the text right, the smallest first. Stops after `time` of processor
// time.
std::vector<Repair> offset_repairs(OffsetChecker& checker, std::string_view text, const Formula& read,
                                   std::chrono::microseconds time, std::size_t most = 3);

// Returns the images with the sizes and start of `image` for which the formula is right, such as "smem.64b.k.b16"; if
// there are none, those with another base offset, such as "smem.128b.k.b16 with base offset 2".
std::vector<std::string> images_with(const Formula& formula, const OperandImage& image);

}  // namespace tcviz::inline gpu_smem
