// The state of mbarriers (barriers in shared memory): phases, arrivals for which a phase still waits, and bytes that
// copies still have to bring. PTX ISA 9.0, "Parallel Synchronization and Communication Instructions: mbarrier".
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/kernel/xray/label/label.hpp"
#include "gpu/kernel/xray/order/clocks.hpp"
#include "gpu/kernel/xray/order/copies_in_flight.hpp"

namespace tcviz::inline gpu_xray {

// The bytes that an asynchronous copy brings to shared memory, in pieces of one size.
struct ComingBytes {
  int lane = 0, piece = 16;           // lane that started the copy; bytes of a piece
  std::vector<std::uint64_t> places;  // address of each piece in shared memory
  std::vector<std::uint8_t> bytes;
  std::vector<Code> codes;
  ByteRanges from;          // bytes of global memory that it reads
  bool has_landed = false;  // the bytes are stored in shared memory

  // Adds one piece.
  void add(std::uint64_t place, std::span<const std::uint8_t> of_bytes, std::span<const Code> of_codes) {
    places.push_back(place);
    bytes.insert(bytes.end(), of_bytes.begin(), of_bytes.end());
    codes.insert(codes.end(), of_codes.begin(), of_codes.end());
  }
};

// One arrival at an mbarrier.
struct BarrierArrival {
  int warp = -1, lane = -1;
  std::int64_t step = 0;
};

// The state of one mbarrier.
struct MemoryBarrier {
  // Arrivals that each phase needs, and arrivals that the current phase still lacks.
  std::int64_t expected = 0, pending = 0;
  // Announced bytes (expect_tx) that have not arrived; below 0: more have arrived than were announced.
  std::int64_t bytes = 0;
  std::uint32_t phase = 0;  // number of completed phases
  // Number of phases that some wait has asked for, whether or not they were complete.
  std::int64_t asked_for = 0;
  bool is_fenced = false;        // a fence since mbarrier.init has made it known to bulk copies
  int agent = first_copy_agent;  // number in the clocks of the copies that it waits for
  // The last arrival, and the last one of the phase before the current one.
  BarrierArrival last_arrival{}, last_of_phase{};
  // gathering: the clocks merged up to and including the current phase; clocks: those of the completed phases only.
  ClockVector gathering{}, clocks{};
  // Bytes of unfinished copies that are not yet counted in `bytes`.
  std::int64_t coming = 0;
  // Arrivals of threads whose cp.async copies are unfinished, not yet counted in `pending`.
  std::int64_t coming_arrivals = 0;
  // Copies on their way, and those that have arrived in the current phase: no thread may read their bytes before it is
  // complete.
  std::vector<std::shared_ptr<ComingBytes>> copies, arrived;

  // Returns a text about the arrivals and bytes that the current phase lacks: "1 arrival and 4096 bytes".
  std::string missing() const;
};

// The warps of a warpgroup that have reached a wgmma and wait there for the others.
struct WarpgroupMeeting {
  std::int64_t instruction = -1;  // number in XrayProgram::steps; -1: no warp waits
  int warps = 0;                  // number of warps that have arrived
};

// The asynchronous work of a block: mbarriers, copies, meetings of warpgroups.
struct AsyncState {
  std::map<std::uint64_t, MemoryBarrier> barriers;  // by address in shared memory
  int barriers_begun = 0;                           // number of mbarriers initialised so far
  std::int64_t bytes_on_their_way = 0;              // bytes of all unfinished copies
  // Counts changes of the state that waits test: if it stays the same while every warp has a turn, no warp can go on.
  std::int64_t changes = 0;
  std::array<WarpgroupMeeting, most_warps / 4> meetings{};  // one for each warpgroup
  CopiesInFlight in_flight;
  ClockVector cluster_clocks{};  // merged clocks of the warps that arrived at barrier.cluster

  // Makes all mbarriers known to bulk copies, as fence.mbarrier_init does. A fence by any thread counts, so some
  // missing ones are not reported.
  void fence_barriers() {
    for (auto& [at, barrier] : barriers) barrier.is_fenced = true;
  }
};

}  // namespace tcviz::inline gpu_xray
