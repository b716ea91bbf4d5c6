// The state of one warp: registers, program counters, and the asynchronous work that it has started.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gpu/kernel/xray/label/label_space.hpp"
#include "gpu/kernel/xray/machine/program.hpp"
#include "gpu/kernel/xray/order/mbarrier.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int lanes_of_warp = 32;
inline constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

// A cp.async copy that was not waited for: bytes and codes as they were at its start.
struct PendingCopy {
  std::uint64_t to = 0;  // address in shared memory
  std::vector<std::uint8_t> bytes;
  std::vector<Code> codes;
  ByteRange from{};                          // bytes of global memory that it reads
  std::int64_t instruction = -1;             // that started it, a number in XrayProgram::steps
  std::uint32_t started = 0;                 // the clock of the warp at that time
  std::shared_ptr<ComingBytes> handed_over;  // the same copy, if an mbarrier waits for it too; null: none does
};
// A group of bulk copies whose reads of shared memory were not waited for, and the clocks after which they have read.
struct BulkReads {
  ByteRanges from;
  ClockVector clocks{};
};
// The bulk copies of one thread to global memory. `open`: some copy is in no group yet, and reads and writes these
// bytes. `committed`: the groups behind it; `writes`: the bytes of those whose writes were not waited for.
struct BulkGroups {
  bool open = false;
  ByteRanges from, to;
  std::deque<BulkReads> committed;
  std::deque<ByteRanges> writes;
};
// The registers that the wgmma products of one group read and write, and the clocks after which the products have read
// shared memory.
struct ProductRegisters {
  std::vector<std::int32_t> read, written;
  ClockVector clocks{};
};
using CopyGroup = std::vector<PendingCopy>;

// The state of one warp of the block.
struct WarpState {
  int number = 0;
  // One bit for each lane: it has not exited; it waits for other lanes of the warp.
  std::uint32_t live = 0, waiting = 0;
  // The program counter of all lanes, if `uniform` is true; else `counters` has one for each lane.
  std::int32_t common = 0;
  bool uniform = true;
  std::array<std::int32_t, lanes_of_warp> counters{};
  int barrier = -1;     // number of the barrier at which it waits; -1: none
  bool yields = false;  // it ends its turn: all lanes that could go on wait, or a phase of an mbarrier is complete
  // For each lane, the step of its last access that tells how far others are (XrayStep::decides); and that of any lane.
  std::array<std::int64_t, lanes_of_warp> heard{};
  std::int64_t last_heard = 0;
  bool has_locked = false;             // it has executed what may take a lock
  std::uint32_t polling = 0;           // lanes that test an mbarrier or a flag again: other lanes of the warp go first
  std::uint64_t waits_for = 0;         // address of the mbarrier whose test failed last
  std::int64_t cluster_arrivals = 0;   // number of arrivals at barrier.cluster
  bool fences_before_arrival = false;  // it has executed a fence since the last of these
  std::vector<std::uint64_t> values;   // index: register * 32 + lane
  std::vector<std::uint32_t> labelled, written;  // for each register, one bit for each lane
  // For each register, index: lane * bytes of the register; null: it never had a label.
  std::vector<std::unique_ptr<Code[]>> codes;
  std::array<CopyGroup, lanes_of_warp> open_copies;              // for each lane, copies in no group yet
  std::array<std::deque<CopyGroup>, lanes_of_warp> copy_groups;  // for each lane, committed groups
  std::array<BulkGroups, lanes_of_warp> bulk_groups;
  // The use of a register by products that were not waited for.
  enum class Flight : std::uint8_t { None, Read, Written };
  ProductRegisters open_products;         // in no group yet
  std::deque<ProductRegisters> products;  // committed groups that were not waited for
  std::vector<Flight> flying;             // use of each register
  bool in_flight = false;                 // some register is used
  bool fenced = false;                    // wgmma.fence was executed
  std::vector<std::uint8_t> local;        // local memory of all lanes, index: lane * XrayProgram::local_bytes
  std::vector<Code> local_codes;

  void hear(int lane, std::int64_t step) { heard[static_cast<std::size_t>(lane)] = last_heard = step; }
  // Notes that the tests of an mbarrier by `lanes` failed; ends the turn of the warp if no other lane can go on.
  void give_way(std::uint32_t lanes) {
    polling = (polling | lanes) & live;
    yields = yields || (lanes != 0 && (live & ~waiting & ~polling) == 0);
  }
  // Returns the codes of a register, lane after lane. Memory for 8 codes behind the last lane keeps an instruction that
  // is wider than its register, which no assembler accepts, inside of the array.
  Code* codes_of(std::int32_t reg, int bytes) {
    constexpr std::size_t widest = 8;
    std::unique_ptr<Code[]>& at = codes[reg];
    if (at == nullptr) at = std::make_unique<Code[]>(static_cast<std::size_t>(lanes_of_warp) * bytes + widest);
    return at.get();
  }
};

}  // namespace tcviz::inline gpu_xray
