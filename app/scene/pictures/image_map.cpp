#include "app/scene/pictures/image_map.hpp"

#include <algorithm>
#include <numeric>

namespace tcviz::inline app_scene {

ImageMap::ImageMap(const OperandImage& image) : image_(image), per_chunk_(chunk_bytes * 8 / image.element_bits) {
  const int length = along_k() ? image.cols : image.rows;
  down_ = along_k() ? image.rows : image.cols;
  across_ = (length + per_chunk_ - 1) / per_chunk_;
  for (int down = 0; down < down_; ++down)
    for (int at = 0; at < length; at += per_chunk_) {
      const Element first = along_k() ? Element{down, at} : Element{at, down};
      chunks_.push_back({image.address(first.row, first.col), first, std::min(per_chunk_, length - at)});
    }
  by_address_.resize(chunks_.size());
  std::iota(by_address_.begin(), by_address_.end(), 0U);
  std::stable_sort(by_address_.begin(), by_address_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return chunks_[a].address < chunks_[b].address; });
  std::int64_t before = -1;
  for (const std::uint32_t n : by_address_) {
    const std::int64_t line = chunks_[n].address / line_bytes * line_bytes;
    if (lines_.empty() || lines_.back() != line) lines_.push_back(line);
    if (chunks_[n].address == before) overlaid_ += chunks_[n].count;
    before = chunks_[n].address;
  }
}

ImageMap ImageMap::of_lines(std::vector<std::int64_t> lines) {
  ImageMap map;
  map.lines_ = std::move(lines);
  return map;
}

Element ImageMap::place_of(Element e) const {
  return along_k() ? Element{e.row, e.col / per_chunk_} : Element{e.col, e.row / per_chunk_};
}

std::optional<int> ImageMap::line_of(std::int64_t address) const {
  const std::int64_t line = address / line_bytes * line_bytes;
  const auto at = std::lower_bound(lines_.begin(), lines_.end(), line);
  if (at == lines_.end() || *at != line) return std::nullopt;
  return static_cast<int>(at - lines_.begin());
}

int ImageMap::first_row_in(int line) const {
  int first = down_;
  for (int c = 0; c < chunks_of_line; ++c)
    if (const ImageChunk* const chunk = chunk_at(lines_[static_cast<std::size_t>(line)] + c * chunk_bytes))
      first = std::min(first, place_of(chunk->first).row);
  return first == down_ ? 0 : first;
}

int ImageMap::first_line_of(int row) const {
  int first = static_cast<int>(lines_.size());
  for (int across = 0; across < across_; ++across)
    first = std::min(first, line_of(chunk(row, across).address).value_or(first));
  return across_ == 0 ? 0 : first;
}

const ImageChunk* ImageMap::chunk_at(std::int64_t address) const {
  const auto at = std::lower_bound(by_address_.begin(), by_address_.end(), address,
                                   [&](std::uint32_t n, std::int64_t wanted) { return chunks_[n].address < wanted; });
  return at == by_address_.end() || chunks_[*at].address != address ? nullptr : &chunks_[*at];
}

std::optional<Element> ImageMap::element_at(std::int64_t byte) const {
  const ImageChunk* const found = chunk_at(byte / chunk_bytes * chunk_bytes);
  if (found == nullptr) return std::nullopt;
  const int n = static_cast<int>(byte % chunk_bytes) * 8 / image_.element_bits;
  if (n >= found->count) return std::nullopt;
  return along_k() ? Element{found->first.row, found->first.col + n} : Element{found->first.row + n, found->first.col};
}

}  // namespace tcviz::inline app_scene
