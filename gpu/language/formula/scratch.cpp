#include "gpu/language/formula/scratch.hpp"

#include <algorithm>

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::size_t least_block = 4096;

}  // namespace

void* Scratch::do_allocate(std::size_t size, std::size_t alignment) {
  for (;; ++block_, used_ = 0) {
    if (block_ == blocks_.size()) {
      const std::size_t bytes = std::max(blocks_.empty() ? least_block : blocks_.back().size * 2, size + alignment);
      blocks_.push_back({std::make_unique<std::byte[]>(bytes), bytes});
    }
    const Block& block = blocks_[block_];
    void* place = block.bytes.get() + used_;
    std::size_t space = block.size - used_;
    if (std::align(alignment, size, place, space) == nullptr) continue;
    used_ = block.size - space + size;
    return place;
  }
}

}  // namespace tcviz::inline gpu_formula
