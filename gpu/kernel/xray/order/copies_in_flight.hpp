// Bytes that asynchronous copies use from their start until they were waited for: where they read and where they write.
// Who stores to such a byte decides nothing that can be relied on.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/xray/label/label.hpp"

namespace tcviz::inline gpu_xray {

// Contiguous bytes.
struct ByteRange {
  std::uint64_t begin = 0;
  std::size_t count = 0;
};
using ByteRanges = std::vector<ByteRange>;
// Adds a range to `ranges`: to the last one, if it goes on there.
void add_range(ByteRanges& ranges, std::uint64_t begin, std::size_t count);

// The bytes of some memory that copies in flight use.
class BytesInFlight {
 public:
  void begin(std::span<const ByteRange> ranges);
  void end(std::span<const ByteRange> ranges);
  bool any(std::uint64_t begin, std::size_t count) const { return !pages_.empty() && find(begin, count); }

 private:
  // The part of a range that lies in one page.
  struct Part {
    std::uint32_t first = 0, count = 0;
    bool operator==(const Part&) const = default;
  };
  bool find(std::uint64_t begin, std::size_t count) const;
  std::unordered_map<std::uint64_t, std::vector<Part>> pages_;  // by address / page_bytes; none is empty
};

// The bytes of shared memory to which copies are on their way, and what they bring.
class BytesOnTheirWay {
 public:
  // Begins a copy to `at`; `all`: number of bytes of shared memory.
  void begin(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes, std::size_t all);
  void end(std::uint64_t at, std::size_t count);
  // True if a copy brings something else to one of these bytes.
  bool differ(std::uint64_t at, std::span<const std::uint8_t> bytes, std::span<const Code> codes) const;

 private:
  static constexpr std::size_t word = 4;  // bytes; a copy is of whole words
  std::vector<std::uint32_t> copies_;     // number of copies to each word; empty: there was no copy yet
  std::vector<std::uint8_t> bytes_;       // what the last copy to each byte brings
  std::vector<Code> codes_;
};

// A range that a copy has read, and the clock (clocks.hpp) of the agent that has waited for it.
struct CopyRead {
  ByteRange range;
  int agent = 0;
  std::uint32_t clock = 0;
};
// The last reads of copies that are over. No more are kept than `most_reads`, and `most_in_page` for each page.
class CopyReads {
 public:
  void add(const CopyRead& read);
  // Returns the reads of the bytes.
  std::vector<CopyRead> of(std::uint64_t begin, std::size_t count);

 private:
  static constexpr std::size_t most_reads = 1 << 18, most_in_page = 64;
  std::vector<CopyRead> reads_;
  std::size_t listed_ = 0;  // number of reads that are in `pages_`: few kernels store to what copies read
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> pages_;  // numbers in `reads_`
};

// All that the copies of one block use.
struct CopiesInFlight {
  BytesOnTheirWay to_shared;
  BytesInFlight from_shared, from_global, to_global;
  CopyReads reads;  // of global memory
};

}  // namespace tcviz::inline gpu_xray
