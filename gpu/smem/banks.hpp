// Counts the wavefronts of a warp's access to shared memory, and finds the lanes that meet in a bank.
//
// The model: 32 banks of 4 bytes. An access is served in phases of 128 bytes of register width: 32 lanes of 4 bytes, 16
// of 8, 8 of 16, and 8 row addresses of ldmatrix and stmatrix. A phase takes as many wavefronts as one bank has
// different words in it; an access takes the sum, and at least one for each phase. Loads of 8 and 16 bytes join their
// phases in pairs if each lane has the address of its neighbour (lane ^ 1), or each that of lane ^ 2, lanes that are
// off counting as either. cp.async writes the word of each lane by itself, even if lanes share one, and leaves out
// phases whose lanes are all off.
//
// It was held against the clock of an H200: 119 patterns, 1,909 measurements, and the nearest whole number is always
// the model's (assets/images/sm_90.json; `tcviz image --cross-check` asks the GPU at hand). Of cp.async the clock sees
// only what takes more than three wavefronts, because the copy itself takes two to three clocks.
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
inline constexpr std::int64_t lane_off = -1;

// The byte addresses of a warp, by lane.
using LaneAddresses = std::array<std::int64_t, warp_lanes>;

struct WarpAccess {
  std::string_view name;   // "ld64", "ldm4", "stmt2", "cp128"
  int bytes = 4;           // bytes from a lane's address on: 4, 8 or 16
  int lanes = warp_lanes;  // number of lanes whose addresses are used: 8, 16 or 32 of a matrix instruction
  bool matrix = false;     // ldmatrix or stmatrix: each address is a row of 16 bytes
  bool joins = false;      // loads, whose phases may be joined
  bool copies = false;     // cp.async, whose lanes share no word
};
std::span<const WarpAccess> warp_accesses();
const WarpAccess* find_warp_access(std::string_view name);

// The words of one bank that a phase needs one after the other, and the lanes that need each.
struct BankConflict {
  int bank = 0;
  struct Word {
    std::int64_t address = 0;
    std::vector<int> lanes;
  };
  std::vector<Word> words;  // at least two, or one that several lanes of a copy write
};
struct BankPhase {
  std::vector<int> lanes;
  int wavefronts = 0;
  std::vector<BankConflict> conflicts;
};
struct BankReport {
  int wavefronts = 0;
  int conflicts = 0;  // wavefronts beyond one for each phase
  std::vector<BankPhase> phases;
};
// Counts the wavefronts of an access. An error if an address is negative (but lane_off), misaligned, or outside shared
// memory, or if a lane of a matrix instruction is off.
Result<BankReport> count_wavefronts(const WarpAccess& access, const LaneAddresses& addresses);

// Returns "1 wavefront" or "4 wavefronts".
std::string describe_wavefronts(int count);
// Returns the number alone, without allocation, for addresses that are legal.
int wavefronts_of(const WarpAccess& access, const LaneAddresses& addresses);
// Returns the number of wavefronts that the best addresses of these lanes would take.
int least_wavefronts(const WarpAccess& access, const LaneAddresses& addresses);

}  // namespace tcviz::inline gpu_smem
