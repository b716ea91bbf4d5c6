// Races in shared memory: the warp that last wrote or read a byte, and the order of that access and the present one.
//
// Each warp has a clock, and knows the clocks of other warps as barriers have told them. A barrier of the whole block
// begins a new phase; every warp knows all that came before it. Only accesses of one phase can race.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tcviz::inline gpu_xray {

inline constexpr int most_warps = 32;
// The agents behind the warps go on by themselves while the warp that started them does: the products of a warpgroup,
// the copies that an mbarrier waits for (several mbarriers may share one agent), and bulk copies to global memory. No
// barrier makes their accesses known; a wait does.
inline constexpr int first_product_agent = most_warps, first_copy_agent = 40, copy_agents = 23, store_agent = 63,
                     clock_agents = 64;
using ClockVector = std::array<std::uint32_t, clock_agents>;

class BlockClocks {
 public:
  explicit BlockClocks(std::size_t shared_bytes);
  // Results of the functions below: no_conflict, same_warp, or the number of the other warp. Each byte of an access is
  // noted.
  static constexpr int no_conflict = -1, same_warp = -2;
  int read(int warp, int lane, std::size_t at);
  int write(int warp, int lane, std::size_t at);
  // True if none of several bytes is in conflict: then notes them as read and write do; else notes nothing.
  bool read_quietly(int warp, int lane, std::size_t at, std::size_t count);
  bool write_quietly(int warp, int lane, std::size_t at, std::size_t count);
  // Notes bytes that a copy writes: a warp starts it after the accesses that the warp knows, and it ends at a time of
  // its own.
  int write_by(int agent, int warp, int lane, std::size_t at);
  void read_by(int agent, std::size_t at);
  // Notes an atomic access; atomic accesses do not race with each other.
  int atomic(int warp, std::size_t at);
  void barrier_of_all(std::int64_t step);
  // True if a warp has learned nothing of another since the last barrier of the block, and the other acted at `step`,
  // after it.
  bool is_stranger(int warp, int other, std::int64_t step) const {
    return step >= together_at_ && known_[warp][other] <= at_phase_[other];
  }
  // Notes that the lanes of a warp were together: all of them see the stores of each.
  void together(int warp) { ++epochs_[warp]; }
  // Puts what a warp tells at a barrier into `into`; acquire takes what it learns from one.
  void release(int warp, ClockVector& into);
  void acquire(int warp, const ClockVector& from);
  // Makes an agent know all that these warps know, and nothing else.
  void know_as(int agent, int first_warp, int warps);

 private:
  struct Byte {
    std::uint64_t readers = 0;                // since the write
    std::uint32_t phase = 0, clock = 0;       // of the write
    std::uint32_t read_phase = 0, epoch = 0;  // of the reads; of the writer's warp
    std::uint32_t atomic_writers = 0;         // warps, in the phase of the write
    std::int8_t writer = -1, writer_lane = 0;
    bool operator==(const Byte&) const = default;
  };
  bool is_quiet(int warp, int lane, std::size_t at, std::size_t count) const;
  std::vector<std::uint32_t>& reads_of(int agent);
  bool knows(int warp, int other, std::uint32_t clock) const { return known_[warp][other] >= clock; }
  int unknown_of(int warp, std::uint32_t others) const;
  int unknown_writer(int warp, const Byte& byte) const;
  int unknown_reader(int warp, std::size_t at) const;
  std::array<ClockVector, clock_agents> known_{};
  std::vector<Byte> bytes_;
  std::array<std::vector<std::uint32_t>, clock_agents> read_clocks_;  // of each byte; empty: it has read nothing yet
  std::array<std::uint32_t, clock_agents> epochs_{};
  ClockVector at_phase_{};
  std::uint32_t phase_ = 1;
  std::int64_t together_at_ = 0;  // the step of the last barrier of the block
};

}  // namespace tcviz::inline gpu_xray
