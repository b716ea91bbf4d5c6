// Barriers in shared memory: phases, arrivals that a phase still waits for, and bytes that copies are still to bring.
// PTX ISA 9.0, "Parallel Synchronization and Communication Instructions: mbarrier".
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/kernel/xray/label/label.hpp"
#include "gpu/kernel/xray/machine/clocks.hpp"

namespace tcviz::inline gpu_xray {

// Bytes that a copy brings to shared memory, in pieces of one size.
struct ComingBytes {
  int lane = 0, piece = 16;
  std::vector<std::uint64_t> places;  // of each piece
  std::vector<std::uint8_t> bytes;
  std::vector<Code> codes;
  bool has_landed = false;

  void add(std::uint64_t place, std::span<const std::uint8_t> of_bytes, std::span<const Code> of_codes) {
    places.push_back(place);
    bytes.insert(bytes.end(), of_bytes.begin(), of_bytes.end());
    codes.insert(codes.end(), of_codes.begin(), of_codes.end());
  }
};

struct MemoryBarrier {
  std::int64_t expected = 0, pending = 0;  // arrivals of each phase, and those that are missing in this one
  std::int64_t bytes = 0;                  // that were announced and have not come; less than 0: not yet announced
  std::uint32_t phase = 0;                 // number of phases that are complete
  std::int64_t asked_for = 0;              // phases that a wait has asked for, in vain or not: those below this number
  int agent = first_copy_agent;            // of the clocks: the copies that it waits for
  ClockVector gathering{}, clocks{};       // of this phase and those before; of complete phases
  std::int64_t coming = 0;                 // bytes of copies that it was not told of
  std::int64_t coming_arrivals = 0;        // of threads whose copies are on their way
  // No thread may read their bytes before the phase is complete.
  std::vector<std::shared_ptr<ComingBytes>> copies;

  std::string missing() const;  // "1 arrival and 4096 bytes"
};

// Warps of a warpgroup that have come to a product.
struct WarpgroupMeeting {
  std::int64_t instruction = -1;
  int warps = 0;
};

// The work that a block has started and not waited for.
struct AsyncState {
  std::map<std::uint64_t, MemoryBarrier> barriers;  // by address
  int barriers_begun = 0;
  std::int64_t bytes_on_their_way = 0;
  std::int64_t changes = 0;  // of the state that waits look at: none of them in a round of all warps is no progress
  std::array<WarpgroupMeeting, most_warps / 4> meetings{};
  ClockVector cluster_clocks{};  // of barrier.cluster
};

}  // namespace tcviz::inline gpu_xray
