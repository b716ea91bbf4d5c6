// Registers and program counters of one warp.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gpu/kernel/xray/label/label_space.hpp"
#include "gpu/kernel/xray/machine/mbarrier.hpp"
#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int lanes_of_warp = 32;
inline constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

// A copy that was started and not yet waited for: bytes and codes as they were at its start.
struct PendingCopy {
  std::uint64_t to = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<Code> codes;
  std::shared_ptr<ComingBytes> handed_over;  // to an mbarrier, whose phase may be complete first
};
// Copies of one thread to global memory: `open` if one is in no group, and the time when each group read shared memory.
struct BulkGroups {
  bool open = false;
  std::deque<ClockVector> committed;
};
// Registers that products of one group read and write, and the time when the products have read shared memory.
struct ProductRegisters {
  std::vector<std::int32_t> read, written;
  ClockVector clocks{};
};
using CopyGroup = std::vector<PendingCopy>;

struct WarpState {
  int number = 0;
  std::uint32_t live = 0, waiting = 0;
  std::int32_t common = 0;  // the program counter of all lanes, if `uniform`
  bool uniform = true;
  std::array<std::int32_t, lanes_of_warp> counters{};
  int barrier = -1;             // the named barrier that it waits at
  bool yields = false;          // others are first: all that could go on wait, or a phase of an mbarrier is over
  std::uint32_t polling = 0;    // lanes whose wait failed: others of the warp are first
  std::uint64_t waits_for = 0;  // the mbarrier of the last wait that failed
  std::int64_t cluster_arrivals = 0;
  std::vector<std::uint64_t> values;             // register * 32 + lane
  std::vector<std::uint32_t> labelled, written;  // lanes, of each register
  std::vector<std::unique_ptr<Code[]>> codes;    // lane * bytes of the register; null: never labelled
  std::array<CopyGroup, lanes_of_warp> open_copies;
  std::array<std::deque<CopyGroup>, lanes_of_warp> copy_groups;
  std::array<BulkGroups, lanes_of_warp> bulk_groups;
  enum class Flight : std::uint8_t { None, Read, Written };
  ProductRegisters open_products;         // in no group yet
  std::deque<ProductRegisters> products;  // groups that were not waited for
  std::vector<Flight> flying;             // of each register
  bool in_flight = false;                 // some are
  bool fenced = false;                    // by wgmma.fence
  std::vector<std::uint8_t> local;        // lane * local bytes
  std::vector<Code> local_codes;

  // Notes that a wait of these lanes failed.
  void give_way(std::uint32_t lanes) {
    polling = (polling | lanes) & live;
    yields = yields || (lanes != 0 && (live & ~waiting & ~polling) == 0);
  }
  // Returns the codes of all lanes, one after the other. An instruction that is wider than its register, which no
  // assembler takes, finds room behind the last lane.
  Code* codes_of(std::int32_t reg, int bytes) {
    constexpr std::size_t widest = 8;
    std::unique_ptr<Code[]>& at = codes[reg];
    if (at == nullptr) at = std::make_unique<Code[]>(static_cast<std::size_t>(lanes_of_warp) * bytes + widest);
    return at.get();
  }
};

}  // namespace tcviz::inline gpu_xray
