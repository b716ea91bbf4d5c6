#include "gpu/kernel/xray/label/copies_in_flight.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {
namespace {

// Calls a function for the part of a range in each page of `size` bytes: with the page's number, and the first and last
// place in it.
template <class Function>
void each_part(const ByteRange& range, std::uint64_t size, Function function) {
  const std::uint64_t end = range.begin + range.count;
  for (std::uint64_t at = range.begin; at < end; at = (at / size + 1) * size)
    function(at / size, at % size, std::min(end - at, size - at % size));
}

}  // namespace

void add_range(ByteRanges& ranges, std::uint64_t begin, std::size_t count) {
  if (!ranges.empty() && ranges.back().begin + ranges.back().count == begin)
    ranges.back().count += count;
  else if (count > 0)
    ranges.push_back({begin, count});
}

void BytesInFlight::begin(std::span<const ByteRange> ranges) {
  for (const ByteRange& range : ranges)
    each_part(range, Page::size, [&](std::uint64_t number, std::uint64_t first, std::uint64_t count) {
      std::unique_ptr<Page>& page = pages_[number];
      if (page == nullptr) page = std::make_unique<Page>();
      for (std::uint64_t at = first; at < first + count; ++at) ++page->copies[at];
      page->all += static_cast<std::int64_t>(count);
    });
}

void BytesInFlight::end(std::span<const ByteRange> ranges) {
  for (const ByteRange& range : ranges)
    each_part(range, Page::size, [&](std::uint64_t number, std::uint64_t first, std::uint64_t count) {
      const auto page = pages_.find(number);
      for (std::uint64_t at = first; at < first + count; ++at) --page->second->copies[at];
      page->second->all -= static_cast<std::int64_t>(count);
      if (page->second->all == 0) pages_.erase(page);
    });
}

bool BytesInFlight::find(std::uint64_t begin, std::size_t count) const {
  bool found = false;
  each_part({begin, count}, Page::size, [&](std::uint64_t number, std::uint64_t first, std::uint64_t part) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) return;
    for (std::uint64_t at = first; at < first + part; ++at) found = found || page->second->copies[at] != 0;
  });
  return found;
}

void BytesOnTheirWay::begin(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes,
                            std::size_t all) {
  if (at + bytes.size() > all) return;
  bytes_.resize(all);
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    Byte& on_its_way = bytes_[at + byte];
    on_its_way = {codes[byte], on_its_way.copies + 1, bytes[byte]};
  }
}

void BytesOnTheirWay::end(std::uint64_t at, std::size_t count) {
  if (at + count > bytes_.size()) return;
  for (std::size_t byte = at; byte < at + count; ++byte) --bytes_[byte].copies;
}

bool BytesOnTheirWay::differ(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes) const {
  if (at + bytes.size() > bytes_.size()) return false;
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    const Byte& on_its_way = bytes_[at + byte];
    if (on_its_way.copies != 0 && (on_its_way.value != bytes[byte] || on_its_way.code != codes[byte])) return true;
  }
  return false;
}

}  // namespace tcviz::inline gpu_xray
