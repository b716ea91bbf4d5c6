// The memory of an executed kernel: a source that it may only read and a sink that it may only write. All other
// accesses fail.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_sass {

// The two buffers, at made-up addresses.
class WarpMemory {
 public:
  // Places each buffer across a multiple of 4 GiB, so that a lost carry in an address computation is noticed.
  WarpMemory(std::span<const std::uint8_t> source, std::size_t sink_bytes);

  std::uint64_t source_address() const { return source_base_; }
  std::uint64_t sink_address() const { return sink_base_; }
  std::span<const std::uint8_t> sink() const { return sink_; }

  // Reads up to 16 bytes; returns an error message, or an empty text.
  std::string_view load(std::uint64_t address, std::span<std::uint8_t> bytes) const;
  // Writes the bytes to the sink; fails if a byte was written before.
  std::string_view store(std::uint64_t address, std::span<const std::uint8_t> bytes);
  // True if every byte of the sink was written.
  bool all_written() const { return unwritten_ == 0; }

 private:
  std::uint64_t source_base_, sink_base_;
  std::span<const std::uint8_t> source_;
  std::vector<std::uint8_t> sink_;
  std::vector<std::uint8_t> written_;
  std::size_t unwritten_;
};

}  // namespace tcviz::inline gpu_sass
