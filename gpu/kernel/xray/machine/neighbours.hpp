// What blocks of one launch see of each other in global memory: they are executed one after the other, and on a GPU all
// at once.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/kernel/xray/label/memory.hpp"

namespace tcviz::inline gpu_xray {

class Machine;
class StepContext;
struct XrayStep;

// Atomic, volatile, relaxed, acquire or release.
bool is_strong(const XrayStep& step);

struct Neighbours {
  bool has_any = false;        // the grid has more blocks than one
  bool all_take_part = false;  // every block of the grid is executed
  // The block is executed apart, at the same time as others: it ends as soon as it meets one, and has its turn later.
  bool apart = false;
  bool met = false;
  std::uint32_t block = 0;  // the number of the one that goes on
  // Through which step it knows what others stored: an atomic or volatile access that meets a store of another block
  // tells of all before. That is more than a GPU promises, and never less.
  std::uint32_t known = 0;
  std::int64_t polls = 0, changes = 0;  // accesses that look for others, and bytes that became something else
  bool share = false;                   // blocks add to the same memory, or read what others store
  std::string unsettled;                // why nothing can be said of the launch; empty: it can
};

// An access to bytes of an array; strong: atomic, volatile, relaxed, acquire or release. `changes`: bytes are stored
// that were not there. False: the block is executed apart, and ends here.
bool meet_others_reading(const StepContext& context, MemoryRegion& region, std::size_t at, std::size_t count);
bool meet_others_storing(const StepContext& context, MemoryRegion& region, std::size_t at, std::size_t count,
                         bool changes);

// False, and the end of the block, if it is executed apart.
bool may_see_all(Machine& machine);

}  // namespace tcviz::inline gpu_xray
