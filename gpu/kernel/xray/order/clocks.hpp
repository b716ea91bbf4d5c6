// Detects races in shared memory: records the warp that last wrote or read each byte, and decides whether a barrier
// orders that access before the current one.
//
// Uses vector clocks: each warp has a clock, and knows the clocks of other warps as of the last barrier at which they
// met. A barrier of the whole block begins a new phase, after which every warp knows all earlier accesses; so only
// accesses of one phase can race.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gpu/kernel/xray/order/lane_meetings.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int most_warps = 32;
// An agent is a warp or something asynchronous that accesses memory: the products of a warpgroup, the copies that an
// mbarrier waits for (several mbarriers may share one agent), bulk copies to global memory. Warps have the numbers
// below most_warps. An asynchronous agent goes on while the warp that started it does; no barrier makes its accesses
// known, only a wait.
inline constexpr int first_product_agent = most_warps, first_copy_agent = 40, copy_agents = 23, store_agent = 63,
                     clock_agents = 64;
using ClockVector = std::array<std::uint32_t, clock_agents>;

// The access that another one races with. An instruction is a number in XrayProgram::steps; -1: it is not known.
struct OtherAccess {
  int agent = -1;
  int lane = -1;  // -1: it is not known
  std::int32_t instruction = -1;
  bool stores = false;
  bool was_started = false;  // it is a copy whose start comes before the access that it races with
};

// The accesses to the shared memory of one block, with the clocks of its agents.
class BlockClocks {
 public:
  // lanes_arrive: lanes may release for themselves; only then is kept what each of them does.
  explicit BlockClocks(std::size_t shared_bytes, bool lanes_arrive = false);
  // The functions below that return int note the access to the byte `at` and return no_conflict, same_warp (another
  // lane of the warp wrote the byte), or the number of the agent with which the access races.
  static constexpr int no_conflict = -1, same_warp = -2;
  // Notes the instruction, and its step, that the accesses from now on belong to.
  void execute(std::int64_t instruction, std::int64_t step) {
    instruction_ = static_cast<std::int32_t>(instruction), step_ = step;
  }
  // The other side of the last race that one of these functions found.
  OtherAccess other_access;
  int read(int warp, int lane, std::size_t at);
  // True if none of `count` bytes is in conflict: then the access is noted as by read() and write(), else nothing is
  // noted.
  bool read_quietly(int warp, int lane, std::size_t at, std::size_t count);
  bool write_quietly(int warp, int lane, std::size_t at, std::size_t count);
  // Notes the write of a byte by `agent`, which is `warp` itself or a copy that it starts: that comes after the
  // accesses that the warp knows, and ends at an unknown time.
  int write_by(int agent, int warp, int lane, std::size_t at);
  void read_by(int agent, int lane, std::size_t at);
  // Notes that the last write of these bytes was a copy, which its warp started at the clock `started`.
  void is_copy(std::size_t at, std::size_t count, std::uint32_t started);
  // True if `warp` knows the last write of the byte.
  bool knows_write(int warp, std::size_t at) const { return unknown_writer(warp, bytes_[at]) < 0; }
  // Notes an atomic access. Atomic accesses do not race with each other.
  int atomic(int warp, std::size_t at);
  // Begins a new phase: all warps of the block met at a barrier at `step`.
  void barrier_of_all(std::int64_t step);
  // True if `other` acted at `step`, after the last barrier of the whole block, and `warp` does not know that by a
  // meeting of the two since.
  bool is_stranger(int warp, int other, std::int64_t step) const;
  // Returns the step of the last barrier of the whole block, and one bit for each warp with which `warp` has
  // synchronised since.
  std::pair<std::int64_t, std::uint32_t> met_by(int warp) const;
  // Notes that the lanes of `warp` synchronised: each sees the stores of all others.
  void together(int warp, std::int64_t step) {
    meetings_[warp].together(step);
    waits_[warp].lanes = 0;
  }
  LaneMeetings& meetings_of(int warp) { return meetings_[warp]; }
  // Does what acquire() does, after a wait that only `lanes` of the warp have behind them.
  void acquire_by(int warp, std::uint32_t lanes, const ClockVector& from);
  // Returns the lanes that have such a wait behind them, and the others not.
  std::uint32_t lanes_that_waited(int warp) const { return waits_[warp].lanes; }
  // True if the warp knows the write of one of these bytes by a wait alone that the lane has not behind it.
  bool is_of_wait_of_others(int warp, int lane, std::size_t at, std::size_t count) const {
    const std::uint32_t lanes = waits_[warp].lanes;
    return lanes != 0 && ((lanes >> lane) & 1) == 0 && is_known_by_wait(warp, at, count);
  }
  // True if another warp wrote one of these bytes, and `warp` knows the write only by releases of other lanes of that
  // warp, with which the writing lane has not synchronised in between.
  bool is_released_by_others(int warp, std::size_t at, std::size_t count) const;
  // True if the warp knows by a wait alone that the lane has not behind it that others read one of these bytes.
  bool is_freed_by_wait_of_others(int warp, int lane, std::size_t at, std::size_t count) const;
  // True if lanes of another warp read one of these bytes, and `warp` knows it only by releases of others.
  bool is_freed_by_others(int warp, std::size_t at, std::size_t count) const;
  // Notes that a lane changes a byte by an atomic access at `step`.
  void note_atomic(int warp, int lane, std::size_t at, std::int64_t step);
  // True if another lane of the warp has changed the byte by an atomic access after `since`, and the lanes were not
  // together since.
  bool is_of_other_atomic(int warp, int lane, std::size_t at, std::int64_t since) const;
  // The use of bytes by another lane of a warp since its lanes were last together.
  enum class LaneUse : std::uint8_t { None, Read, Stored };
  LaneUse use_by_other_lane(int warp, int lane, std::size_t at, std::size_t count) const;
  // True if the lane knows all that other warps had done when they released `from`; `agents`: the number of agents
  // that count.
  bool knows_all(int warp, int lane, const ClockVector& from, int agents = most_warps) const;
  // Merges the clocks that `warp` knows into `into`, as when these of its lanes arrive at a barrier. acquire() merges
  // the clocks of a barrier into those that `warp` knows, as after a wait.
  void release(int warp, ClockVector& into, std::uint32_t lanes = ~0U);
  void acquire(int warp, const ClockVector& from);
  // Returns the present clock of an agent.
  std::uint32_t clock_of(int agent) const { return known_[agent][agent]; }
  // True if `warp` knows what `agent` had done at its clock.
  bool knows(int warp, int agent, std::uint32_t clock) const { return known_[warp][agent] >= clock; }
  // Makes `agent` know exactly what all of `warps` warps from `first_warp` on know.
  void know_as(int agent, int first_warp, int warps);

 private:
  static constexpr std::uint16_t no_instruction = 0xFFFF;
  struct Byte {
    std::uint64_t readers = 0;                // one bit for each agent that read since the last write
    std::uint32_t phase = 0, clock = 0;       // phase, and clock of the writer, at the last write
    std::uint32_t read_phase = 0, epoch = 0;  // phase of the reads; epoch of the writer's warp at the write
    std::uint32_t atomic_writers = 0;         // one bit for each warp, in the phase of the last write
    std::int8_t writer = -1, writer_lane = 0;
    std::uint16_t instruction = no_instruction;  // of the last write
    bool operator==(const Byte&) const = default;
    // True if another lane of the warp has written the byte, and has not synchronised with the lane since.
    bool is_of_other_lane(int warp, int lane, const LaneMeetings& meetings) const {
      return writer == warp && writer_lane != lane && meetings.apart_from(1U << writer_lane, lane, epoch) != 0;
    }
  };
  // An agent's last read of a byte.
  struct ReadAccess {
    std::uint32_t clock = 0;
    std::int32_t instruction = -1;
    std::uint32_t epoch = 0, lanes = 0;  // of a warp: its lanes that have read the byte and have not met since
    void note(std::uint32_t at_clock, std::int32_t by, const LaneMeetings& meetings, int lane);
  };
  bool is_known_by_wait(int warp, std::size_t at, std::size_t count) const;
  // An access of lanes of a warp to a byte; of reads the first since the lanes were together.
  struct LaneAccess {
    std::uint32_t clock = 0, epoch = 0, lanes = 0;
  };
  // The last change of a byte by an atomic access of a lane, and the last one of any other lane of the warp.
  struct LaneAtomics {
    std::int64_t step = 0, step_of_others = 0;
    int lane = 0, other_lane = 0;
  };
  bool is_released(int warp, const LaneAccess& access, std::uint32_t known) const;
  void note_lane(int warp, int lane, std::size_t at);
  bool is_quiet(int warp, int lane, std::size_t at, std::size_t count) const;
  std::vector<ReadAccess>& reads_of(int agent);
  int note_writer(int warp, int other, std::size_t at);
  int conflict_of_write(int warp, std::size_t at, std::uint32_t atomics);
  int unknown_of(int warp, std::uint32_t others) const;
  int unknown_writer(int warp, const Byte& byte) const;
  int unknown_reader(int warp, std::size_t at) const;
  std::array<ClockVector, clock_agents> known_{};
  std::vector<Byte> bytes_;
  std::array<std::vector<ReadAccess>, clock_agents> reads_;  // of each byte; empty: the agent has read nothing
  std::vector<std::uint32_t> copies_started_;  // clock at which the copy of each byte was started; empty: none was
  std::int32_t instruction_ = -1;              // the one that is executed
  std::int64_t step_ = 0;                      // its step
  std::array<std::vector<std::int64_t>, most_warps> released_at_;  // steps at which the clock went on, in this phase
  std::array<LaneMeetings, clock_agents> meetings_;                // of the lanes of each warp
  // A wait that only some lanes of a warp have behind them; no lanes: none since they were together.
  struct PartialWait {
    std::uint32_t lanes = 0;
    ClockVector before{};  // what the warp knew before it
  };
  std::array<PartialWait, most_warps> waits_{};
  // The releases of a warp in the current phase: its clock goes on by one with each.
  struct Release {
    std::uint32_t epoch = 0, lanes = 0;
  };
  struct Releases {
    std::uint32_t first_clock = 1;  // clock of the first one
    std::vector<Release> all;
  };
  std::array<Releases, most_warps> releases_{};
  std::array<std::vector<LaneAccess>, most_warps> lane_reads_;     // for each byte; empty: the warp has read nothing
  std::array<std::vector<LaneAtomics>, most_warps> lane_atomics_;  // for each byte; empty: the warp has none
  bool lanes_arrive_ = false;
  ClockVector at_phase_{};  // clocks at the begin of the phase
  std::uint32_t phase_ = 1;
  bool have_met_ = false;         // some warp has synchronised with another in this phase
  std::int64_t together_at_ = 0;  // the step of the last barrier of the block
};

}  // namespace tcviz::inline gpu_xray
