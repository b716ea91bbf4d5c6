// Bytes that asynchronous copies use from their start until they were waited for: where they read and where they write.
// Who stores to such a byte decides nothing that can be relied on.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
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

// Counts for each byte the copies in flight that use it.
class BytesInFlight {
 public:
  void begin(std::span<const ByteRange> ranges);
  void end(std::span<const ByteRange> ranges);
  bool any(std::uint64_t begin, std::size_t count) const { return !pages_.empty() && find(begin, count); }

 private:
  struct Page {
    static constexpr std::uint64_t size = 512;  // bytes of memory
    std::array<std::uint32_t, size> copies{};
    std::int64_t all = 0;  // sum of `copies`; a page without any is removed
  };
  bool find(std::uint64_t begin, std::size_t count) const;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;  // by address / Page::size
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
  struct Byte {
    Code code = 0;
    std::uint32_t copies = 0;
    std::uint8_t value = 0;
  };
  std::vector<Byte> bytes_;  // empty: there was no copy yet
};

// All that the copies of one block use.
struct CopiesInFlight {
  BytesOnTheirWay to_shared;
  BytesInFlight from_shared, from_global, to_global;
};

}  // namespace tcviz::inline gpu_xray
