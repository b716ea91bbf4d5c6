// The memory that a kernel sees: two buffers, one that it reads and one that it writes. Every other access is refused.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tcviz::inline gpu_sass {

class WarpMemory {
 public:
  // Lays both buffers across a multiple of 4 GiB, so that a lost carry of an address shows.
  WarpMemory(std::span<const std::uint8_t> source, std::size_t sink_bytes);

  std::uint64_t source_address() const { return source_base_; }
  std::uint64_t sink_address() const { return sink_base_; }
  std::span<const std::uint8_t> sink() const { return sink_; }

  // Reads up to 16 bytes; returns an error, or nothing.
  std::string_view load(std::uint64_t address, std::span<std::uint8_t> bytes) const;
  // Writes the bytes; refuses to write a byte twice.
  std::string_view store(std::uint64_t address, std::span<const std::uint8_t> bytes);
  bool all_written() const { return unwritten_ == 0; }

 private:
  std::uint64_t source_base_, sink_base_;
  std::span<const std::uint8_t> source_;
  std::vector<std::uint8_t> sink_;
  std::vector<std::uint8_t> written_;
  std::size_t unwritten_;
};

}  // namespace tcviz::inline gpu_sass
