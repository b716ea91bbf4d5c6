// Counts the wavefronts (passes through shared memory) that an access of a warp takes, and finds the lanes that
// conflict in a bank.
//
// The model: 32 banks of 4 bytes. An access is served in phases of 128 bytes of register width: 32 lanes of 4 bytes, 16
// of 8, 8 of 16, and 8 row addresses of ldmatrix and stmatrix. A phase takes one wavefront for each different word that
// is needed from its busiest bank, and at least one; an access takes the sum over its phases. For loads of 8 and 16
// bytes, two phases are merged if each lane has the address of its neighbour (lane ^ 1), or each that of lane ^ 2;
// inactive lanes count as either. cp.async writes the word of each lane separately, even if lanes share one, and skips
// phases whose lanes are all inactive.
//
// The model was compared with timings of an H200: 119 patterns, 1,909 measurements, and the nearest integer is always
// the model's number (assets/images/sm_90.json; `tcviz image --cross-check` measures the GPU of this machine). For
// cp.async, timings show only accesses of more than three wavefronts, because the copy itself takes two to three
// clocks.
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
  std::string_view name;   // "ld64", "ldm4", "stmt2", "cp128"
  int bytes = 4;           // bytes at each lane's address: 4, 8 or 16
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
// The wavefronts of an access, phase by phase.
struct BankReport {
  int wavefronts = 0;
  int conflicts = 0;  // wavefronts in addition to one for each phase
  std::vector<BankPhase> phases;
};
// Counts the wavefronts of an access. Returns an error if an address is negative (other than lane_off), misaligned, or
// outside of shared memory, or if a lane of a matrix instruction is inactive.
Result<BankReport> count_wavefronts(const WarpAccess& access, const LaneAddresses& addresses);

// Returns the number as text: "1 wavefront", "4 wavefronts".
std::string describe_wavefronts(int count);
// Returns only the number of wavefronts, without allocation. The addresses must be valid.
int wavefronts_of(const WarpAccess& access, const LaneAddresses& addresses);
// Returns the smallest number of wavefronts that any addresses of the same active lanes would take.
int least_wavefronts(const WarpAccess& access, const LaneAddresses& addresses);

}  // namespace tcviz::inline gpu_smem
