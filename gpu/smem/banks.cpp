#include "gpu/smem/banks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gpu/smem/operand_image.hpp"

namespace tcviz::inline gpu_smem {
namespace {

constexpr std::array<WarpAccess, 25> accesses = {
    {{"ld8", 1, 32, false, true},          {"ld16", 2, 32, false, true},        {"ld32", 4, 32, false, true},
     {"ld64", 8, 32, false, true},         {"ld128", 16, 32, false, true},      {"st8", 1, 32, false, false},
     {"st16", 2, 32, false, false},        {"st32", 4, 32, false, false},       {"st64", 8, 32, false, false},
     {"st128", 16, 32, false, false},      {"ldm1", 16, 8, true, false},        {"ldm2", 16, 16, true, false},
     {"ldm4", 16, 32, true, false},        {"ldmt1", 16, 8, true, false},       {"ldmt2", 16, 16, true, false},
     {"ldmt4", 16, 32, true, false},       {"stm1", 16, 8, true, false},        {"stm2", 16, 16, true, false},
     {"stm4", 16, 32, true, false},        {"stmt1", 16, 8, true, false},       {"stmt2", 16, 16, true, false},
     {"stmt4", 16, 32, true, false},       {"cp32", 4, 32, false, false, true}, {"cp64", 8, 32, false, false, true},
     {"cp128", 16, 32, false, false, true}}};

Status check_addresses(const WarpAccess& access, const LaneAddresses& addresses) {
  for (int lane = 0; lane < access.lanes; ++lane) {
    const std::int64_t address = addresses[static_cast<std::size_t>(lane)];
    if (address == lane_off && !access.matrix) continue;
    if (address == lane_off)
      return bad_input(
          fmt::format("lane {} is off: {} needs the addresses of lanes 0 to {}.", lane, access.name, access.lanes - 1));
    if (address < 0 || address > shared_window - access.bytes)
      return bad_input(fmt::format("lane {} has address {}: shared memory goes from 0 to {} (-1: the lane is off).",
                                   lane, address, shared_window - 1));
    if (address % access.bytes != 0)
      return bad_input(fmt::format("lane {} has address {}: {} faults if it is not a multiple of {}.", lane, address,
                                   access.name, access.bytes));
  }
  return Nothing{};
}

// True if active lanes whose numbers differ by the bit `apart` have the same address.
bool in_pairs(const LaneAddresses& addresses, int apart) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const std::int64_t one = addresses[static_cast<std::size_t>(lane)];
    const std::int64_t other = addresses[static_cast<std::size_t>(lane ^ apart)];
    if (one != lane_off && other != lane_off && one != other) return false;
  }
  return true;
}

int lanes_of_a_phase(const WarpAccess& access, const LaneAddresses& addresses) {
  const int lanes = std::min(warp_lanes, 128 / access.bytes);
  const bool joined = access.joins && access.bytes > 4 && (in_pairs(addresses, 1) || in_pairs(addresses, 2));
  return joined ? 2 * lanes : lanes;
}

std::int64_t last_word(const WarpAccess& access, std::int64_t address) {
  return (address + access.bytes - 1) / bank_bytes;
}

BankPhase phase_of(const WarpAccess& access, const LaneAddresses& addresses, int first, int count) {
  BankPhase phase;
  std::array<std::map<std::int64_t, std::vector<int>>, banks> words;
  for (int lane = first; lane < first + count; ++lane) {
    const std::int64_t address = addresses[static_cast<std::size_t>(lane)];
    if (address == lane_off) continue;
    phase.lanes.push_back(lane);
    for (std::int64_t word = address / bank_bytes; word <= last_word(access, address); ++word)
      words[static_cast<std::size_t>(word % banks)][word * bank_bytes].push_back(lane);
  }
  for (int bank = 0; bank < banks; ++bank) {
    const auto& of_bank = words[static_cast<std::size_t>(bank)];
    std::size_t visits = of_bank.size();
    if (access.copies) {
      visits = 0;
      for (const auto& word : of_bank) visits += word.second.size();
    }
    phase.wavefronts = std::max(phase.wavefronts, static_cast<int>(visits));
    if (visits < 2) continue;
    BankConflict conflict{bank, {}};
    for (const auto& [address, lanes] : of_bank) conflict.words.push_back({address, lanes});
    phase.conflicts.push_back(std::move(conflict));
  }
  return phase;
}

// Counts the different words that the busiest bank has in a phase; of a copy the words of all lanes.
int wavefronts_of_phase(const WarpAccess& access, const LaneAddresses& addresses, int first, int count) {
  std::array<std::array<std::int64_t, warp_lanes>, banks> words;
  std::array<int, banks> counts{};
  int most = 0;
  for (int lane = first; lane < first + count; ++lane) {
    const std::int64_t address = addresses[static_cast<std::size_t>(lane)];
    if (address == lane_off) continue;
    for (std::int64_t word = address / bank_bytes; word <= last_word(access, address); ++word) {
      const auto bank = static_cast<std::size_t>(word % banks);
      const auto known = words[bank].begin() + counts[bank];
      if (!access.copies && std::find(words[bank].begin(), known, word) != known) continue;
      *known = word;
      most = std::max(most, ++counts[bank]);
    }
  }
  return most;
}

}  // namespace

std::span<const WarpAccess> warp_accesses() { return accesses; }

const WarpAccess* find_warp_access(std::string_view name) {
  const auto found =
      std::find_if(accesses.begin(), accesses.end(), [&](const WarpAccess& a) { return a.name == name; });
  return found == accesses.end() ? nullptr : &*found;
}

Result<BankReport> count_wavefronts(const WarpAccess& access, const LaneAddresses& addresses) {
  TCVIZ_TRY(check_addresses(access, addresses));
  BankReport report{bank_count(access, addresses), {}};
  const int lanes = lanes_of_a_phase(access, addresses);
  for (int first = 0; first < access.lanes; first += lanes)
    report.phases.push_back(phase_of(access, addresses, first, lanes));
  return report;
}

std::string describe_wavefronts(int count) { return fmt::format("{} wavefront{}", count, count == 1 ? "" : "s"); }

std::string describe_cycles(const WarpAccess& access, int count) {
  if (access.copies && count == least_copy_cycles) return "2 to 3 cycles";
  return fmt::format("{} cycle{}", count, count == 1 ? "" : "s");
}

std::string describe_cost(const WarpAccess& access, const BankCount& cost) {
  return fmt::format("{}, {} of them by conflicts; {}", describe_wavefronts(cost.wavefronts), cost.conflicts,
                     describe_cycles(access, cost.cycles));
}

BankCount bank_count(const WarpAccess& access, const LaneAddresses& addresses) {
  const int lanes = lanes_of_a_phase(access, addresses);
  BankCount count;
  for (int first = 0; first < access.lanes; first += lanes) {
    const int wavefronts = wavefronts_of_phase(access, addresses, first, lanes);
    count.wavefronts += wavefronts;
    count.least += wavefronts > 0 ? 1 : 0;
  }
  if (count.least == 0) return {};
  count.conflicts = count.wavefronts - count.least;
  count.cycles = std::max(count.wavefronts, access.copies ? least_copy_cycles : access.lanes / lanes);
  return count;
}

}  // namespace tcviz::inline gpu_smem
