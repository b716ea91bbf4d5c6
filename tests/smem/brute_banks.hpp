// Counts what an access of a warp costs in a second way: byte by byte, from the rule in words that gpu/smem/banks.hpp
// quotes, with nothing of its code but the names and the addresses.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/smem/banks.hpp"

namespace tcviz::test {

struct BruteCount {
  int wavefronts = 0, conflicts = 0, cycles = 0;
};

// What the name of an access says.
struct BruteAccess {
  int bits = 0;      // of a lane
  int matrices = 0;  // 0: this is no ldmatrix or stmatrix
  bool loads = false, copies = false;
};
inline BruteAccess brute_access(std::string_view name) {
  const int number = std::stoi(std::string(name.substr(name.find_first_of("0123456789"))));
  const bool matrix = name.substr(2, 1) == "m";
  return {matrix ? 128 : number, matrix ? number : 0, name.starts_with("ld") && !matrix, name.starts_with("cp")};
}

// True if any two active lanes whose numbers differ in this bit alone have the same address.
inline bool agree_by(int bit, const LaneAddresses& at) {
  for (int one = 0; one < 32; ++one)
    for (int other = 0; other < 32; ++other)
      if ((one ^ other) == bit && at.at(one) >= 0 && at.at(other) >= 0 && at.at(one) != at.at(other)) return false;
  return true;
}

inline BruteCount count_by_force(std::string_view name, const LaneAddresses& at) {
  const BruteAccess access = brute_access(name);
  const bool merged = access.loads && access.bits > 32 && (agree_by(1, at) || agree_by(2, at));
  const int lanes = std::min(32, 1024 / access.bits * (merged ? 2 : 1));
  const int all_lanes = access.matrices > 0 ? 8 * access.matrices : 32;
  std::set<int> busy;
  // By phase and bank: the words that it serves. A copy serves each lane apart.
  std::map<std::pair<int, int>, std::set<std::pair<std::int64_t, int>>> served;
  for (int lane = 0; lane < all_lanes; ++lane) {
    if (at.at(lane) < 0) continue;
    busy.insert(lane / lanes);
    for (std::int64_t byte = at.at(lane); byte < at.at(lane) + access.bits / 8; ++byte)
      served[{lane / lanes, static_cast<int>(byte % 128 / 4)}].insert({byte / 4, access.copies ? lane : 0});
  }
  std::map<int, int> deepest;
  for (const auto& [place, words] : served)
    deepest[place.first] = std::max(deepest[place.first], static_cast<int>(words.size()));
  BruteCount count;
  for (const auto& [phase, wavefronts] : deepest) count.wavefronts += wavefronts;
  count.conflicts = count.wavefronts - static_cast<int>(busy.size());
  if (!busy.empty()) count.cycles = std::max(count.wavefronts, access.copies ? 3 : all_lanes / lanes);
  return count;
}

// Returns random addresses: spread over few or many words; with all lanes on, single ones off, or whole quarters off;
// and with lanes that agree in pairs, by the same bit everywhere or not.
inline LaneAddresses random_lanes(std::string_view name, std::mt19937& random) {
  const BruteAccess access = brute_access(name);
  const int bytes = access.bits / 8, spread = std::array{32, 64, 256, 4096}.at(random() % 4);
  const auto joins = static_cast<int>(random() % 5), off = access.matrices > 0 ? 0 : static_cast<int>(random() % 5);
  LaneAddresses base{}, made{};
  for (auto& address : base) address = static_cast<std::int64_t>(random() % static_cast<unsigned>(spread)) * bytes;
  const auto quarters = static_cast<int>(random() % 16);
  for (int lane = 0; lane < 32; ++lane) {
    const int bit = joins == 4 ? (lane < 16 ? 1 : 2) : joins;
    const bool on = off == 0 || (off == 4 ? (quarters >> lane / 8 & 1) != 0 : static_cast<int>(random() % 4) < off);
    made.at(lane) = on ? base.at(lane & ~bit) : lane_off;
  }
  return made;
}

}  // namespace tcviz::test
