// Memory with a code for every byte: the arrays of the launch, with guards around them, and the spaces of a block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/kernel/xray/label/last_places.hpp"

namespace tcviz::inline gpu_xray {

// The reads and stores of a block that is executed apart, in one piece of a region.
struct OwnPage {
  static constexpr std::size_t size = 512;  // bytes: no access lies in two pages
  std::vector<std::uint8_t> bytes;          // empty: nothing was stored
  std::vector<Code> codes;
  std::vector<LastPlace> stores;     // of each element, as in a region; empty: none
  std::vector<std::uint32_t> reads;  // the step of the last one of each element; empty: none
};

struct MemoryRegion {
  std::string name;
  std::uint64_t base = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<Label> elements;  // labels of an input; empty: none
  int element_bytes = 1;
  int array = -1;           // of the launch; -1: no array
  std::vector<Code> codes;  // of each byte, once something was stored
  bool unset = false;       // bytes without a store have no value
  bool was_read = false;    // any byte of it
  // The place of the last store to each element that a kernel stored to; empty: none. Only of global memory.
  std::vector<LastPlace> stores;
  std::vector<LastRead> reads;  // of each element, if the grid has several blocks
  // Only in a block that is executed apart: the region as it was before, and pages with the block's own bytes. Nothing
  // is written to the former: other threads read it at the same time.
  MemoryRegion* before = nullptr;
  std::vector<std::unique_ptr<OwnPage>> pages;

  std::size_t size() const { return before != nullptr ? before->bytes.size() : bytes.size(); }
  const std::vector<std::uint8_t>& bytes_before() const { return before != nullptr ? before->bytes : bytes; }
  std::size_t element_count() const {
    return (size() + static_cast<std::size_t>(element_bytes) - 1) / static_cast<std::size_t>(element_bytes);
  }

  Code code(std::size_t at) const {
    if (!codes.empty()) return codes[at];
    if (elements.empty()) return 0;
    return code_of(elements[at / element_bytes], static_cast<int>(at % element_bytes));
  }
  // Returns the code of a byte of a region that keeps no codes.
  Code untouched_code(std::size_t at) const;
  // Puts the codes of several bytes into `into`; false if one of them has no value.
  bool untouched_codes(std::size_t at, std::span<Code> into) const;
  void make_codes();
  // Makes this a view of another region, which does not change by stores to this one.
  void begin_apart(MemoryRegion& of);
  OwnPage& page_of(std::size_t at);
  OwnPage* stored_page_of(std::size_t at) const {
    OwnPage* const page = before == nullptr ? nullptr : pages[at / OwnPage::size].get();
    return page != nullptr && !page->bytes.empty() ? page : nullptr;
  }
  OwnPage& page_to_store(std::size_t at);
  // Notes the place of a store to these bytes.
  void note_store(std::size_t at, std::size_t count, const LastPlace& place);
  bool holds(std::uint64_t address, std::size_t count) const {
    return address >= base && address - base <= size() && size() - (address - base) >= count;
  }
};

class XrayMemory {
 public:
  MemoryRegion& add(std::string name, std::uint64_t base, std::size_t bytes);
  // Returns the region that holds all of these bytes, or null.
  MemoryRegion* find(std::uint64_t address, std::size_t count);
  // Returns the region in whose guard the address lies, or the nearest one below: for texts that people read.
  const MemoryRegion* nearest(std::uint64_t address) const;
  std::vector<std::unique_ptr<MemoryRegion>>& regions() { return regions_; }
  const std::vector<std::unique_ptr<MemoryRegion>>& regions() const { return regions_; }

 private:
  std::vector<std::unique_ptr<MemoryRegion>> regions_;
  std::map<std::uint64_t, MemoryRegion*> by_base_;
  MemoryRegion* last_ = nullptr;
};

// The shape of a value that no store has made: the first number of a label space.
inline constexpr std::uint32_t unset_shape = 1;
// The code of bytes that a copy is still to bring.
inline constexpr Code code_on_its_way = code_of(LabelSpace::make(unset_shape, 0), 1);
// The same of a bulk copy, which the phase of an mbarrier ends.
inline constexpr Code code_of_coming_bulk = code_of(LabelSpace::make(unset_shape, 0), 2);

}  // namespace tcviz::inline gpu_xray
