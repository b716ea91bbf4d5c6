// A model of Maxwell's operand collector with its reuse caches, for the FFMAs of one k line. It gives for each operand
// the register bank that it is read from, or the cache that holds it, and finds the FFMAs two of whose operands are in
// one bank.
//
// The model: each source slot (A, B, C) has a cache of n entries. An operand that is read with the reuse flag stays in
// its slot's cache; a read without the flag, and a write to the register, drop it. An operand in the cache is not read
// from its bank. Flags are set greedily: a register that is read again while it is among the last n distinct ones of
// its slot gets the flag at its read before. With n = 2 these are the flags of the published kernels.
//
// Not modelled: warp switches and the barrier after FFMA 62 of line 6 (the A operand of FFMA 63 counts as a hit there),
// and delayed conflicts with memory instructions. The four banks are Maxwell's; Volta and later have two.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/kernel/maxas/issue_order.hpp"
#include "gpu/kernel/maxas/registers.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::maxas {

inline constexpr int most_entries = 3;

// A kernel to be modelled: order of its FFMAs, map of its registers, size of the caches.
struct Variant {
  IssueOrder order = IssueOrder::SwirlZigzag;
  RegisterMap map = RegisterMap::Maxas;
  int entries = 2;  // size of each source slot's cache: 0 to most_entries
  friend bool operator==(const Variant&, const Variant&) = default;
};

enum SlotName : std::size_t { SlotA, SlotB, SlotC };
inline constexpr std::array<std::string_view, 3> slot_names{"a", "b", "c"};

// One operand of an FFMA: its register, and where it is read from.
struct OperandRead {
  int reg = 0, bank = 0;
  bool hit = false;    // read from the cache of its source slot
  bool reuse = false;  // has the reuse flag: stays in the cache
};

// One FFMA as the collector sees it.
struct Issue {
  TileIndex index;
  std::array<OperandRead, 3> slots;              // by SlotName; C is the destination too
  std::array<std::vector<int>, 3> cached = {};   // registers in each slot's cache after this FFMA, the latest last
  std::array<int, register_banks> bank_reads{};  // reads of each bank by this FFMA
  int conflicts_raw = 0;   // reads of a bank beyond its first, as if there were no cache (MaxAs.pm counts so)
  int conflicts_left = 0;  // the same with the cache

  int reads_from_banks() const;
};

// Returns the 64 FFMAs of k line `line` (0 to 7) in order. Returns an error if `variant.entries` is outside
// 0..most_entries.
Result<std::vector<Issue>> collect(const Variant& variant, int line = 0);
// Does the same for any order of FFMAs. The caller guarantees that `entries` and `line` are in their ranges.
std::vector<Issue> collect(const Issues& order, RegisterMap map, int entries, int line = 0);

// Sums over the FFMAs of a k line.
struct CollectorStats {
  std::array<int, 3> hits{};  // operands read from a cache, by SlotName
  int reads = 0;              // operands in all: three for each FFMA
  int conflicts_raw = 0, conflicts_left = 0;
  std::array<int, register_banks> bank_reads{};
  std::array<int, 3> ffma_by_bank_reads{};  // number of FFMAs that read one, two and three operands from banks

  int all_hits() const { return hits[SlotA] + hits[SlotB] + hits[SlotC]; }
  double reuse_percent() const { return reads == 0 ? 0 : 100.0 * all_hits() / reads; }
};
CollectorStats stats_of(std::span<const Issue> issues);

}  // namespace tcviz::maxas
