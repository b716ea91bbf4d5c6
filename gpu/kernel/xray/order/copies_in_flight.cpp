#include "gpu/kernel/xray/order/copies_in_flight.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::uint64_t page_bytes = 512;

// Calls a function for the part of a range in each page: with the page's number, the first place in it, and the number
// of bytes.
template <class Function>
void each_part(const ByteRange& range, Function function) {
  const std::uint64_t end = range.begin + range.count;
  for (std::uint64_t at = range.begin; at < end; at = (at / page_bytes + 1) * page_bytes)
    function(at / page_bytes, at % page_bytes, std::min(end - at, page_bytes - at % page_bytes));
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
    each_part(range, [&](std::uint64_t page, std::uint64_t first, std::uint64_t count) {
      pages_[page].push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
    });
}

void BytesInFlight::end(std::span<const ByteRange> ranges) {
  for (const ByteRange& range : ranges)
    each_part(range, [&](std::uint64_t number, std::uint64_t first, std::uint64_t count) {
      const auto page = pages_.find(number);
      std::vector<Part>& parts = page->second;
      const Part wanted{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
      *std::ranges::find(parts, wanted) = parts.back();
      parts.pop_back();
      if (parts.empty()) pages_.erase(page);
    });
}

bool BytesInFlight::find(std::uint64_t begin, std::size_t count) const {
  bool found = false;
  each_part({begin, count}, [&](std::uint64_t number, std::uint64_t first, std::uint64_t part) {
    const auto page = pages_.find(number);
    found = found || (page != pages_.end() && std::ranges::any_of(page->second, [&](const Part& one) {
                        return one.first < first + part && first < one.first + one.count;
                      }));
  });
  return found;
}

void CopyReads::add(const CopyRead& read) {
  if (reads_.size() == most_reads) reads_.clear(), pages_.clear(), listed_ = 0;
  const bool goes_on = reads_.size() > listed_ && reads_.back().agent == read.agent &&
                       reads_.back().clock == read.clock &&
                       reads_.back().range.begin + reads_.back().range.count == read.range.begin;
  if (goes_on)
    reads_.back().range.count += read.range.count;
  else
    reads_.push_back(read);
}

std::vector<CopyRead> CopyReads::of(std::uint64_t begin, std::size_t count) {
  for (; listed_ < reads_.size(); ++listed_)
    each_part(reads_[listed_].range, [&](std::uint64_t page, std::uint64_t, std::uint64_t) {
      std::vector<std::uint32_t>& list = pages_[page];
      if (list.size() == most_in_page) list.erase(list.begin(), list.begin() + most_in_page / 2);
      list.push_back(static_cast<std::uint32_t>(listed_));
    });
  std::vector<CopyRead> found;
  each_part({begin, count}, [&](std::uint64_t number, std::uint64_t, std::uint64_t) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) return;
    for (const std::uint32_t at : page->second)
      if (const ByteRange& range = reads_[at].range; range.begin < begin + count && begin < range.begin + range.count)
        found.push_back(reads_[at]);
  });
  return found;
}

void BytesOnTheirWay::begin(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes,
                            std::size_t all) {
  if (at + bytes.size() > all) return;
  copies_.resize(all / word + 1), bytes_.resize(all), codes_.resize(all);
  for (std::size_t place = at / word; place * word < at + bytes.size(); ++place) ++copies_[place];
  std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(at));
  std::ranges::copy(codes, codes_.begin() + static_cast<std::ptrdiff_t>(at));
}

void BytesOnTheirWay::end(std::uint64_t at, std::size_t count) {
  if (at + count > bytes_.size()) return;
  for (std::size_t place = at / word; place * word < at + count; ++place) --copies_[place];
}

bool BytesOnTheirWay::differ(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes) const {
  if (at + bytes.size() > bytes_.size()) return false;
  for (std::size_t place = at / word; place * word < at + bytes.size(); ++place) {
    if (copies_[place] == 0) continue;
    const std::size_t first = std::max<std::size_t>(place * word, at),
                      end = std::min(place * word + word, at + bytes.size());
    for (std::size_t byte = first; byte < end; ++byte)
      if (bytes_[byte] != bytes[byte - at] || codes_[byte] != codes[byte - at]) return true;
  }
  return false;
}

}  // namespace tcviz::inline gpu_xray
