// Counts what an access of a warp to shared memory costs, and finds the lanes that conflict in a bank. Wavefronts and
// conflicts are counted as the counters of Nsight Compute count them, cycles as the clock does.
//
// Shared memory has 32 banks. Consecutive words of 4 bytes are in consecutive banks, and each bank serves one word in a
// cycle. Lanes of a load that need the same word share it, whichever of its bytes they need, and so do lanes of a
// store. (CUDA C++ Programming Guide 12, "Compute Capability 5.x", "Shared Memory", to which later architectures
// refer.)
//
// An access is served in phases of 128 bytes of registers: 32 lanes of up to 4 bytes, 16 of 8, 8 of 16, and 8 row
// addresses of ldmatrix and stmatrix. In loads of 8 and 16 bytes, phases are merged two by two if each lane has the
// address of lane ^ 1, or if each has that of lane ^ 2. This is decided once for the whole warp; an inactive lane
// agrees with any address. (An engineer of NVIDIA at forums.developer.nvidia.com/t/77228; confirmed by the counters.)
//
// Wavefronts: a phase takes as many as its busiest bank has different words to serve, and none if all its lanes are
// inactive; an access takes the sum over its phases. (Nsight Compute, "Kernel Profiling Guide", section "Metrics
// Decoder": "All work items of a wavefront are processed in parallel, while work items of different wavefronts are
// serialized". The counter is l1tex__data_pipe_lsu_wavefronts_mem_shared, "# of shared memory wavefronts processed by
// Data-Stage" in `ncu --query-metrics`.)
// Conflicts: the wavefronts in addition to the ideal number, which is one for each phase with an active lane. (The
// counter is l1tex__data_bank_conflicts_pipe_lsu_mem_shared, "# of shared memory data bank conflicts".)
// Cycles: the wavefronts, but at least one cycle for each phase, even for a phase without active lanes, because a phase
// moves one register of the warp. (The same engineer: "The return bandwidth of L1 and shared memory is 128
// bytes/cycle == 1 register/cycle".)
//
// cp.async writes the word of each lane separately, even if lanes share one, and skips phases whose lanes are all
// inactive. The copy itself takes two to three cycles, so that fewer are not seen.
//
// Compared with an H200: 1,321 launches under ncu, most with inactive lanes, have exactly these wavefronts and
// conflicts (tests/smem/bank_counters.json, which lacks the version of the driver), and 1,909 timings these cycles, to
// the nearest whole number (assets/images/sm_90.json; `tcviz image --cross-check` measures the GPU of this machine).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_smem {

inline constexpr int banks = 32, bank_bytes = 4, warp_lanes = 32;
inline constexpr std::int64_t lane_off = -1;  // the address of a lane that is inactive

// The byte address of each lane in shared memory, or lane_off.
using LaneAddresses = std::array<std::int64_t, warp_lanes>;

// An instruction with which a warp accesses shared memory.
struct WarpAccess {
  std::string_view name;   // by bits: "ld64"; "ldm4", "stmt2", "cp128"
  int bytes = 4;           // bytes at each lane's address: 1, 2, 4, 8 or 16
  int lanes = warp_lanes;  // number of lanes whose addresses are used; 8, 16 or 32 for a matrix instruction
  bool matrix = false;     // ldmatrix or stmatrix: each address is that of a row of 16 bytes
  bool joins = false;      // a load, whose phases may be merged
  bool copies = false;     // cp.async, whose lanes do not share words
};
std::span<const WarpAccess> warp_accesses();
// Returns the access of this name; null if there is none.
const WarpAccess* find_warp_access(std::string_view name);

// The words of one bank that a phase needs in different wavefronts, with the lanes that need each.
struct BankConflict {
  int bank = 0;
  struct Word {
    std::int64_t address = 0;
    std::vector<int> lanes;
  };
  std::vector<Word> words;  // at least two, or one that several lanes of a copy write
};
// One phase of an access.
struct BankPhase {
  std::vector<int> lanes;
  int wavefronts = 0;
  std::vector<BankConflict> conflicts;
};
// The cost of an access; all zero if no lane is active.
struct BankCount {
  int wavefronts = 0;
  int least = 0;      // the ideal number of wavefronts: that of the phases with an active lane
  int conflicts = 0;  // wavefronts - least
  int cycles = 0;
  friend bool operator==(const BankCount&, const BankCount&) = default;
};
// The number of cycles that copies take at least, by cp.async.
inline constexpr int least_copy_cycles = 3;
// The cost of an access, and its phases, also those without active lanes.
struct BankReport : BankCount {
  std::vector<BankPhase> phases;
};
// Counts the wavefronts of an access. Returns an error if an address is negative (other than lane_off), misaligned, or
// outside of shared memory, or if a lane of a matrix instruction is inactive.
Result<BankReport> count_wavefronts(const WarpAccess& access, const LaneAddresses& addresses);

// Returns the number as text: "1 wavefront", "4 wavefronts".
std::string describe_wavefronts(int count);
// Returns the number as text: "1 cycle", "4 cycles"; "2 to 3 cycles" for a copy, of which fewer are not seen.
std::string describe_cycles(const WarpAccess& access, int count);
// Returns the cost as text: "32 wavefronts, 28 of them by conflicts; 32 cycles".
std::string describe_cost(const WarpAccess& access, const BankCount& cost);
// Returns the cost alone, without allocation. The addresses must be valid.
BankCount bank_count(const WarpAccess& access, const LaneAddresses& addresses);

}  // namespace tcviz::inline gpu_smem
