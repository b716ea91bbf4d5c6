// Replaces the global operator new of the test program; in a file of its own, so that none of it is inlined if it is
// used.
#include "tests/render/count_new.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local long count = 0;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tcviz {

long allocations_here() { return count; }

}  // namespace tcviz
