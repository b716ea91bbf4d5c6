// The stores of other blocks of one launch that a block sees in global memory: the X-ray executes blocks one after the
// other, and a GPU all at once.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/kernel/xray/label/memory.hpp"

namespace tcviz::inline gpu_xray {

class Machine;
class StepContext;
struct XrayStep;

// True if the access is atomic, volatile, relaxed, acquire or release.
bool is_strong(const XrayStep& step);

struct Neighbours {
  bool has_any = false;        // the grid has more blocks than one
  bool all_take_part = false;  // every block of the grid is executed
  // The block is executed apart, at the same time as others: it ends as soon as it meets one of them, and has its turn
  // later.
  bool apart = false;
  bool met = false;
  std::uint32_t block = 0;  // the number of the block that is being executed
  // The last step whose stores by other blocks it knows: an atomic or volatile access that meets a store of another
  // block makes all stores up to that one known. That is more than a GPU promises, and never less.
  std::uint32_t known = 0;
  std::int64_t polls = 0, changes = 0;  // accesses that look for others, and bytes that became something else
  bool share = false;                   // blocks add to the same memory, or read what others store
  std::string unsettled;                // the reason why nothing can be said of the launch; empty: there is none
};

// Notes an access to bytes of an array, which may be strong (atomic, volatile, relaxed, acquire or release). `changes`:
// bytes are stored that differ from those before. False if the block is executed apart and may not do this on its own:
// then it ends here.
bool meet_others_reading(const StepContext& context, MemoryRegion& region, std::size_t at, std::size_t count);
bool meet_others_storing(const StepContext& context, MemoryRegion& region, std::size_t at, std::size_t count,
                         bool changes);

// Ends the block, and returns false, if it is executed apart; else returns true.
bool may_see_all(Machine& machine);

}  // namespace tcviz::inline gpu_xray
