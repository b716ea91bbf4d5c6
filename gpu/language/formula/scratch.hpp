// Memory for objects that live only while one text is parsed. It is kept for the next text, so that parsing a text of
// the same size again allocates nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <vector>

namespace tcviz::inline gpu_formula {

class Scratch final : public std::pmr::memory_resource {
 public:
  // Makes all memory available again: no object in it may be used any more.
  void reset() { block_ = used_ = 0; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };
  void* do_allocate(std::size_t size, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::vector<Block> blocks_;
  std::size_t block_ = 0, used_ = 0;  // index of the block in use, and the bytes used of it
};

}  // namespace tcviz::inline gpu_formula
