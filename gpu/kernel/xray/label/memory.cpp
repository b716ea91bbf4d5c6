#include "gpu/kernel/xray/label/memory.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {

void MemoryRegion::make_codes() {
  if (!codes.empty()) return;
  std::vector<Code> made(bytes.size());
  const Code none = unset ? code_of(LabelSpace::make(unset_shape, 0), 0) : 0;
  for (std::size_t at = 0; at < made.size(); ++at) made[at] = elements.empty() ? none : code(at);
  codes = std::move(made);
}

Code MemoryRegion::untouched_code(std::size_t at) const {
  if (before != nullptr) return before->untouched_code(at);
  return unset ? code_of(LabelSpace::make(unset_shape, 0), 0) : code(at);
}

bool MemoryRegion::untouched_codes(std::size_t at, std::span<Code> into) const {
  if (before != nullptr) return before->untouched_codes(at, into);
  if (unset) return false;
  if (elements.empty()) {
    std::ranges::fill(into, Code{0});
    return true;
  }
  const auto each = static_cast<std::size_t>(element_bytes);
  bool all_set = true;
  std::size_t element = at / each, byte = at % each;
  for (Code& code : into) {
    code = code_of(elements[element], static_cast<int>(byte));
    all_set = all_set && LabelSpace::shape_number(elements[element]) != unset_shape;
    if (++byte == each) byte = 0, ++element;
  }
  return all_set;
}

void MemoryRegion::begin_apart(MemoryRegion& of) {
  before = &of;
  name = of.name, base = of.base, array = of.array;
  element_bytes = of.element_bytes, unset = of.unset, was_read = false;
  read_only.clear();
  pages.clear();
  pages.resize((of.bytes.size() + OwnPage::size - 1) / OwnPage::size);
}

OwnPage& MemoryRegion::page_of(std::size_t at) {
  std::unique_ptr<OwnPage>& page = pages[at / OwnPage::size];
  if (page == nullptr) page = std::make_unique<OwnPage>();
  return *page;
}

OwnPage& MemoryRegion::page_to_store(std::size_t at) {
  OwnPage& page = page_of(at);
  if (!page.bytes.empty()) return page;
  const std::size_t begin = at / OwnPage::size * OwnPage::size, end = std::min(begin + OwnPage::size, size());
  page.bytes.assign(before->bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                    before->bytes.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t byte = begin; byte < end; ++byte)
    page.codes.push_back(before->codes.empty() ? before->untouched_code(byte) : before->codes[byte]);
  page.stores.resize((page.bytes.size() + static_cast<std::size_t>(element_bytes) - 1) /
                     static_cast<std::size_t>(element_bytes));
  return page;
}

LastPlace MemoryRegion::last_store(std::size_t element) const {
  if (before == nullptr) return stores.empty() ? LastPlace() : stores[element];
  const std::size_t at = element * static_cast<std::size_t>(element_bytes);
  const OwnPage* const page = pages[at / OwnPage::size].get();
  if (page == nullptr || page->stores.empty()) return {};
  return page->stores[at % OwnPage::size / static_cast<std::size_t>(element_bytes)];
}

void MemoryRegion::note_store(std::size_t at, std::size_t count, const LastPlace& place) {
  const auto each = static_cast<std::size_t>(element_bytes);
  if (before != nullptr) {
    OwnPage& page = page_to_store(at);
    const std::size_t inside = at % OwnPage::size;
    for (std::size_t element = inside / each; element * each < inside + count; ++element) page.stores[element] = place;
    return;
  }
  if (stores.empty()) stores.resize(element_count());
  for (std::size_t element = at / each; element * each < at + count; ++element) stores[element] = place;
}

MemoryRegion& XrayMemory::add(std::string name, std::uint64_t base, std::size_t bytes) {
  regions_.push_back(std::make_unique<MemoryRegion>());
  MemoryRegion& region = *regions_.back();
  region.name = std::move(name);
  region.base = base;
  region.bytes.resize(bytes);
  by_base_[base] = &region;
  return region;
}

MemoryRegion* XrayMemory::find(std::uint64_t address, std::size_t count) {
  if (last_ != nullptr && last_->holds(address, count)) return last_;
  const auto above = by_base_.upper_bound(address);
  if (above == by_base_.begin()) return nullptr;
  MemoryRegion* const region = std::prev(above)->second;
  if (!region->holds(address, count)) return nullptr;
  return last_ = region;
}

const MemoryRegion* XrayMemory::nearest(std::uint64_t address) const {
  const auto above = by_base_.upper_bound(address);
  return above == by_base_.begin() ? nullptr : std::prev(above)->second;
}

}  // namespace tcviz::inline gpu_xray
