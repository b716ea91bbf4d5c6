// Maps the elements of an image (the arrangement of a matrix tile in shared memory) to byte addresses and back, in
// lines of 128 bytes, which are 32 banks of 4 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline app_scene {

inline constexpr int line_bytes = 128, chunk_bytes = 16, chunks_of_line = line_bytes / chunk_bytes;

// A chunk: 16 bytes, which every swizzle moves as a unit. Its elements are neighbours along k, or in an MN-major image
// along the rows.
struct ImageChunk {
  std::int64_t address = 0;
  Element first;
  int count = 0;  // number of elements
};

class ImageMap {
 public:
  ImageMap() = default;
  explicit ImageMap(const OperandImage& image);
  // Returns a map of lines without elements, at the ascending addresses `lines`: memory with unknown content.
  static ImageMap of_lines(std::vector<std::int64_t> lines);

  const OperandImage& image() const { return image_; }
  int per_chunk() const { return per_chunk_; }  // number of elements in a full chunk
  bool along_k() const { return image_.major == Major::K; }
  // Returns the size of the element grid, in chunks: `down` has a row for each row of the matrix, or in an MN-major
  // image for each column of k; `across` has the chunks of such a row.
  int across() const { return across_; }
  int down() const { return down_; }
  // Returns all chunks, row by row of the element grid.
  const std::vector<ImageChunk>& chunks() const { return chunks_; }
  const ImageChunk& chunk(int down, int across) const {
    return chunks_[static_cast<std::size_t>(down) * static_cast<std::size_t>(across_) +
                   static_cast<std::size_t>(across)];
  }
  // Returns row and column of the element's chunk in the element grid.
  Element place_of(Element e) const;

  // Returns the addresses of the lines that have elements, in ascending order, not necessarily without gaps.
  const std::vector<std::int64_t>& lines() const { return lines_; }
  std::optional<int> line_of(std::int64_t address) const;
  // Returns the first row of the element grid that has a chunk in line number `line`, and the first line that has one
  // of row `row`; 0 if there is none.
  int first_row_in(int line) const;
  int first_line_of(int row) const;
  // Returns the indices of the chunks in ascending order of their addresses. Several have the same address if elements
  // of the image overlap.
  const std::vector<std::uint32_t>& by_address() const { return by_address_; }
  const ImageChunk* chunk_at(std::int64_t address) const;  // the first chunk at `address`; null: none
  // Returns the element that occupies byte `byte`, the first if elements overlap; none: no element does.
  std::optional<Element> element_at(std::int64_t byte) const;
  // Returns the number of elements that share bytes with another element.
  int overlaid() const { return overlaid_; }

 private:
  OperandImage image_;
  int per_chunk_ = 1, across_ = 0, down_ = 0, overlaid_ = 0;
  std::vector<ImageChunk> chunks_;
  std::vector<std::uint32_t> by_address_;
  std::vector<std::int64_t> lines_;
};

}  // namespace tcviz::inline app_scene
