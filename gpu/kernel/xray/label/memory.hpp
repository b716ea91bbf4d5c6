// The memory of the simulated GPU, with a code (label.hpp) for every byte: the arrays of the launch, with unused guard
// areas around them, and the memory spaces of a block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/kernel/xray/label/last_places.hpp"

namespace tcviz::inline gpu_xray {

// The reads and stores of one block in 512 bytes of a region, if the block is executed apart: at the same time as other
// blocks, on memory that it does not change (see apart.hpp).
struct OwnPage {
  static constexpr std::size_t size = 512;  // bytes; no access spans two pages
  std::vector<std::uint8_t> bytes;          // empty: nothing was stored
  std::vector<Code> codes;
  std::vector<LastPlace> stores;  // last store to each element; empty: none
  std::vector<LastReads> reads;   // last reads of each element; empty: none
};

// An array or another contiguous piece of memory.
struct MemoryRegion {
  std::string name;
  std::uint64_t base = 0;  // address of its first byte
  std::vector<std::uint8_t> bytes;
  std::vector<Label> elements;  // label of each element of an input; empty: no labels
  int element_bytes = 1;
  int array = -1;           // number of the launch's array; -1: it is none
  std::vector<Code> codes;  // code of each byte; empty until something is stored
  bool unset = false;       // true: bytes have no value until they are stored
  bool was_read = false;    // true once any byte was read
  // The last store to each element; empty: none. Only of global memory.
  std::vector<LastPlace> stores;
  std::vector<LastReads> reads;  // last reads of each element; empty: none
  std::vector<bool> read_only;   // for each element, whether ld.global.nc has read it; empty: none
  // Only in a block that is executed apart: the region as it was before the block, and pages with the block's changes.
  // Nothing is written to `before`, as other threads read it at the same time.
  MemoryRegion* before = nullptr;
  std::vector<std::unique_ptr<OwnPage>> pages;

  std::size_t size() const { return before != nullptr ? before->bytes.size() : bytes.size(); }
  const std::vector<std::uint8_t>& bytes_before() const { return before != nullptr ? before->bytes : bytes; }
  std::size_t element_count() const {
    return (size() + static_cast<std::size_t>(element_bytes) - 1) / static_cast<std::size_t>(element_bytes);
  }

  // Returns the code of the byte at offset `at`.
  Code code(std::size_t at) const {
    if (!codes.empty()) return codes[at];
    if (elements.empty()) return 0;
    return code_of(elements[at / element_bytes], static_cast<int>(at % element_bytes));
  }
  // Returns the code of a byte of a region whose `codes` are empty.
  Code untouched_code(std::size_t at) const;
  // Writes the codes of the bytes from `at` on to `into`; false if one of them has no value.
  bool untouched_codes(std::size_t at, std::span<Code> into) const;
  // Fills `codes`, before the first store.
  void make_codes();
  // Makes this region a view of `of`, for a block that is executed apart: stores to it do not change `of`.
  void begin_apart(MemoryRegion& of);
  // Returns the page that contains the byte `at`; makes it if it is missing.
  OwnPage& page_of(std::size_t at);
  // Returns the page of the byte `at` if the block stored to it, else null.
  OwnPage* stored_page_of(std::size_t at) const {
    OwnPage* const page = before == nullptr ? nullptr : pages[at / OwnPage::size].get();
    return page != nullptr && !page->bytes.empty() ? page : nullptr;
  }
  // Returns the page of the byte `at`, filled with bytes and codes.
  OwnPage& page_to_store(std::size_t at);
  // Returns the last store to an element; its step is 0 if there is none.
  LastPlace last_store(std::size_t element) const;
  // Notes `place` as the last store to `count` bytes from `at` on.
  void note_store(std::size_t at, std::size_t count, const LastPlace& place);
  // True if `count` bytes at `address` lie in the region.
  bool holds(std::uint64_t address, std::size_t count) const {
    return address >= base && address - base <= size() && size() - (address - base) >= count;
  }
};

// All regions of global memory, parameters and constants, by address.
class XrayMemory {
 public:
  MemoryRegion& add(std::string name, std::uint64_t base, std::size_t bytes);
  // Returns the region that contains `count` bytes at `address`, or null.
  MemoryRegion* find(std::uint64_t address, std::size_t count);
  // Returns the region at or below `address`, such as the one in whose guard area it lies; null if there is none. For
  // messages about wrong addresses.
  const MemoryRegion* nearest(std::uint64_t address) const;
  std::vector<std::unique_ptr<MemoryRegion>>& regions() { return regions_; }
  const std::vector<std::unique_ptr<MemoryRegion>>& regions() const { return regions_; }

 private:
  std::vector<std::unique_ptr<MemoryRegion>> regions_;
  std::map<std::uint64_t, MemoryRegion*> by_base_;
  MemoryRegion* last_ = nullptr;
};

// The shape that marks bytes without a value; its number is the first of each LabelSpace. The coordinates say why: 0:
// nothing was stored there.
inline constexpr std::uint32_t unset_shape = 1;
// The code of bytes that a cp.async has not brought yet.
inline constexpr Code code_on_its_way = code_of(LabelSpace::make(unset_shape, 1), 0);
// The code of bytes that a bulk copy has not brought yet: they come when the phase of an mbarrier is complete.
inline constexpr Code code_of_coming_bulk = code_of(LabelSpace::make(unset_shape, 2), 0);

}  // namespace tcviz::inline gpu_xray
