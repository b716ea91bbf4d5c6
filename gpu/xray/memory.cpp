#include "gpu/xray/memory.hpp"

namespace tcviz {
inline namespace gpu_xray {

void MemoryRegion::make_codes() {
  if (!codes.empty()) return;
  std::vector<Code> made(bytes.size());
  const Code none = unset ? code_of(LabelSpace::make(unset_shape, 0), 0) : 0;
  for (std::size_t at = 0; at < made.size(); ++at) made[at] = elements.empty() ? none : code(at);
  codes = std::move(made);
}

void MemoryRegion::note_store(std::size_t at, std::size_t count, const LastPlace& place) {
  const auto each = static_cast<std::size_t>(element_bytes);
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

}  // namespace gpu_xray
}  // namespace tcviz
