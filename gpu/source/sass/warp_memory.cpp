#include "gpu/source/sass/warp_memory.hpp"

#include <algorithm>

namespace tcviz::inline gpu_sass {
namespace {

constexpr std::uint64_t line = std::uint64_t{1} << 32;

// Returns the address with half of the buffer below a multiple of 4 GiB; wmma.load wants 32 bytes of alignment (PTX
// ISA, "wmma.load").
std::uint64_t base_across(std::uint64_t multiple, std::size_t bytes) {
  const std::uint64_t below = std::max<std::uint64_t>(bytes / 2 / 32 * 32, 32);
  return multiple * line - below;
}

// Returns the offset of an access inside a buffer, or the buffer's size if the access is outside or not aligned.
std::size_t offset_in(std::uint64_t address, std::size_t size, std::uint64_t base, std::size_t buffer) {
  const bool inside = address >= base && address - base <= buffer && buffer - (address - base) >= size;
  return inside && address % size == 0 ? address - base : buffer;
}

}  // namespace

WarpMemory::WarpMemory(std::span<const std::uint8_t> source, std::size_t sink_bytes)
    : source_base_(base_across(0x7f3, source.size())),
      sink_base_(base_across(0x5a9, sink_bytes)),
      source_(source),
      sink_(sink_bytes),
      written_(sink_bytes),
      unwritten_(sink_bytes) {}

std::string_view WarpMemory::load(std::uint64_t address, std::span<std::uint8_t> bytes) const {
  const std::size_t at = offset_in(address, bytes.size(), source_base_, source_.size());
  if (at == source_.size()) return "reads outside the buffer, or not aligned";
  std::copy_n(source_.begin() + static_cast<std::ptrdiff_t>(at), bytes.size(), bytes.begin());
  return {};
}

std::string_view WarpMemory::store(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  const std::size_t at = offset_in(address, bytes.size(), sink_base_, sink_.size());
  if (at == sink_.size()) return "writes outside the buffer, or not aligned";
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    if (written_[at + byte] != 0) return "writes a byte twice";
    written_[at + byte] = 1;
    sink_[at + byte] = bytes[byte];
  }
  unwritten_ -= bytes.size();
  return {};
}

}  // namespace tcviz::inline gpu_sass
