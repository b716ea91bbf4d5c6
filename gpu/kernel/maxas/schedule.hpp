// The instructions of one pass of the loop other than its 512 FFMAs, each with its place among the FFMAs.
#pragma once

#include <vector>

#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::maxas {

// The types of instructions other than FFMAs.
enum class EventType : std::uint8_t {
  LoopTest,  // tests for another pass; if there is none, texture loads, stores, barrier, switch and branch are skipped
  SharedLoad,   // loads a quad of the next k line into the other set of operand registers
  TextureLoad,  // loads a quad of the next pass from global memory into load registers
  SharedStore,  // stores a quad from load registers to the other buffer of shared memory
  Barrier,
  SwitchBuffers,  // XORs an address with the buffer switch: `index` 0 readAs, 1 readBs, 2 writeS
  Advance,        // adds to the address of texture load `index`, for the next pass
  Branch,         // to the next pass
};

// One such instruction with its place in the pass.
struct Event {
  int line = 0;   // 0 to 7
  int after = 0;  // the FFMA of that line that precedes it, 0 to 63; -1: none
  EventType type = EventType::LoopTest;
  int index = 0;  // number of the load, store or address, from 0
  // Only for a SharedLoad.
  Matrix matrix = Matrix::A;
  Half half = Half::Low;
  friend bool operator==(const Event&, const Event&) = default;
};

inline constexpr int yield_at = 32;  // the FFMA of every line that has the yield flag

// Returns the k line that the SharedLoads during `line` load. During line 7 it is line 0 of the other buffer.
constexpr int fetched_line(int line) { return (line + 1) % lines; }

// Returns the events of a pass of the loop, in program order.
std::vector<Event> pass_events(const SgemmKernel& kernel);

}  // namespace tcviz::maxas
