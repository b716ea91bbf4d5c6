// The other instructions of one pass of the loop beside its 512 FFMAs, and their places among them: a row for each.
#pragma once

#include <vector>

#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::maxas {

enum class EventType : std::uint8_t {
  LoopTest,     // true if another pass follows: without one, no texture load, store, barrier, switch or branch
  SharedLoad,   // a quad of the next k line into the other set of operand registers
  TextureLoad,  // a quad of the next pass into load registers
  SharedStore,  // and from there into the other buffer
  Barrier,
  SwitchBuffers,  // XOR of readAs, readBs and writeS: `index` 0, 1, 2
  Advance,        // the next texture loads' quad, for load `index`
  Branch,
};

struct Event {
  int line = 0;   // 0 to 7
  int after = 0;  // number of the FFMA of that line that stands before it; -1: none
  EventType type = EventType::LoopTest;
  int index = 0;  // the number of the load, store or address
  // Only for a SharedLoad.
  Matrix matrix = Matrix::A;
  Half half = Half::Low;
  friend bool operator==(const Event&, const Event&) = default;
};

inline constexpr int yield_at = 32;  // the FFMA of every line with the yield flag

// Returns the line that a SharedLoad of this line fetches; after line 7 it is the other buffer's line 0.
constexpr int fetched_line(int line) { return (line + 1) % lines; }

// Returns the events of a pass in program order.
std::vector<Event> pass_events(const SgemmKernel& kernel);

}  // namespace tcviz::maxas
