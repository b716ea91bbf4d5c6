// Decides which stores of other blocks a block sees in global memory: the X-ray executes blocks one after another, a
// GPU at the same time, so the order of their accesses is not known.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/kernel/xray/label/memory.hpp"
#include "gpu/kernel/xray/order/global_order.hpp"

namespace tcviz::inline gpu_xray {

class Machine;
class StepContext;
struct XrayStep;

bool is_atomic(const XrayStep& step);
// True if the access is atomic, volatile, relaxed, acquire or release, so that blocks can communicate by it.
bool is_strong(const XrayStep& step);
// True for such an access to memory whose effect depends on the order of the threads that make it: all but atomic sums,
// minima and the like whose former value nobody asks for.
bool is_ordered(const XrayStep& step);
// True for an atomic access that is a read, if it changes nothing: atomicAdd(p, 0), whose value decides no branch.
bool may_only_read(const XrayStep& step);

// The knowledge of a machine about the other blocks of the grid while it executes one block.
struct Neighbours {
  bool has_any = false;        // the grid has more blocks than one
  bool all_take_part = false;  // every block of the grid is executed
  // The block is executed apart (apart.hpp): it ends as soon as it accesses what another block uses, and is executed
  // again later.
  bool apart = false;
  bool met = false;         // it has ended for that reason
  std::uint32_t block = 0;  // the number of the block that is being executed
  GlobalOrder order;
  std::int64_t polls = 0, changes = 0;  // strong accesses (is_strong), and stores that changed a value
  bool share = false;                   // blocks add to the same memory, or read what other blocks store
  std::string unsettled;                // the reason why nothing in the launch can be judged; empty: there is none
};

// Leaves the whole launch unjudged, because its blocks share memory.
void unsettle(Machine& machine, std::string why);

// Notes an access to `count` bytes of an array, from offset `at` on. `changes`: the stored bytes differ from those
// before. False if the block is executed apart and the access involves other blocks: then the block ends here.
bool meet_others_reading(const StepContext& context, int lane, MemoryRegion& region, std::size_t at, std::size_t count);
bool meet_others_storing(const StepContext& context, int lane, MemoryRegion& region, std::size_t at, std::size_t count,
                         bool changes);

// Returns true unless the block is executed apart: then ends the block.
bool may_see_all(Machine& machine);

}  // namespace tcviz::inline gpu_xray
