// The byte of an image at which each element lies, and the lines of 128 bytes that the image takes: 32 banks of 4 bytes
// across.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline app_scene {

inline constexpr int line_bytes = 128, chunk_bytes = 16, chunks_of_line = line_bytes / chunk_bytes;

// 16 bytes, which no swizzle divides: elements side by side along k, or along the rows if the image is MN-major.
struct ImageChunk {
  std::int64_t address = 0;
  Element first;
  int count = 0;  // elements
};

class ImageMap {
 public:
  ImageMap() = default;
  explicit ImageMap(const OperandImage& image);
  // Returns a map of memory whose content is unknown: lines with no elements in them, at rising addresses.
  static ImageMap of_lines(std::vector<std::int64_t> lines);

  const OperandImage& image() const { return image_; }
  int per_chunk() const { return per_chunk_; }  // elements of a whole chunk
  bool along_k() const { return image_.major == Major::K; }
  // Returns the chunks of a row or, of an MN-major image, of a column of k: the element grid has a row for each of
  // these.
  int across() const { return across_; }
  int down() const { return down_; }
  // Returns the chunks by row of the element grid.
  const std::vector<ImageChunk>& chunks() const { return chunks_; }
  const ImageChunk& chunk(int down, int across) const {
    return chunks_[static_cast<std::size_t>(down) * static_cast<std::size_t>(across_) +
                   static_cast<std::size_t>(across)];
  }
  // Returns the row and column of an element's chunk in the element grid.
  Element place_of(Element e) const;

  // Returns the addresses of the lines that hold elements, rising; other lines lie between those that are more than 128
  // apart.
  const std::vector<std::int64_t>& lines() const { return lines_; }
  std::optional<int> line_of(std::int64_t address) const;
  // Returns the numbers of the chunks in rising order of their addresses; several begin at one if the image lays
  // elements over each other.
  const std::vector<std::uint32_t>& by_address() const { return by_address_; }
  const ImageChunk* chunk_at(std::int64_t address) const;  // the first of them; null: nothing lies there
  // Returns the element that has this byte; the first of several.
  std::optional<Element> element_at(std::int64_t byte) const;
  // Returns the number of elements that share bytes with another.
  int overlaid() const { return overlaid_; }

 private:
  OperandImage image_;
  int per_chunk_ = 1, across_ = 0, down_ = 0, overlaid_ = 0;
  std::vector<ImageChunk> chunks_;
  std::vector<std::uint32_t> by_address_;
  std::vector<std::int64_t> lines_;
};

}  // namespace tcviz::inline app_scene
