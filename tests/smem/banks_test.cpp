// The cost of accesses: against a second way to count, against the counters of an H200, and by hand.
#include "gpu/smem/banks.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>

#include "gpu/smem/access_names.hpp"
#include "gtest/gtest.h"
#include "tests/smem/brute_banks.hpp"

namespace tcviz {
namespace {

using json = nlohmann::json;

LaneAddresses strided(std::int64_t stride, std::uint32_t on = ~0U) {
  LaneAddresses addresses{};
  for (int lane = 0; lane < warp_lanes; ++lane) addresses.at(lane) = (on >> lane & 1) != 0 ? lane * stride : lane_off;
  return addresses;
}

BankCount count_of(std::string_view name, const LaneAddresses& addresses) {
  return bank_count(*find_warp_access(name), addresses);
}

TEST(BankCounts, AreThoseOfASecondWayToCount) {
  std::mt19937 random(20261126);
  for (const WarpAccess& access : warp_accesses()) {
    int idle = 0;
    for (int n = 0; n < 700; ++n) {
      const LaneAddresses addresses = test::random_lanes(access.name, random);
      const test::BruteCount expected = test::count_by_force(access.name, addresses);
      const BankCount count = bank_count(access, addresses);
      ASSERT_EQ(count.wavefronts, expected.wavefronts) << access.name << " " << n;
      ASSERT_EQ(count.conflicts, expected.conflicts) << access.name << " " << n;
      ASSERT_EQ(count.cycles, expected.cycles) << access.name << " " << n;
      ASSERT_EQ(count.least, count.wavefronts - count.conflicts);
      const BankReport report = count_wavefronts(access, addresses).value();
      ASSERT_EQ(static_cast<const BankCount&>(report), count) << access.name << " " << n;
      int sum = 0;
      for (const BankPhase& phase : report.phases) {
        sum += phase.wavefronts;
        idle += phase.lanes.empty() ? 1 : 0;
      }
      ASSERT_EQ(sum, count.wavefronts) << access.name << " " << n;
    }
    if (!access.matrix && access.bytes > 4) {
      EXPECT_GE(idle, 5) << access.name << ": phases without lanes";
    }
  }
}

// Most of them have inactive lanes; clocks were kept of loads of 8 and 16 bytes alone.
TEST(BankCounts, AreTheCountersAndClocksOfAnH200) {
  std::ifstream file(TCVIZ_BANK_COUNTERS);
  const json all = json::parse(file);
  ASSERT_EQ(all["accesses"].size(), 1321U);
  int clocks = 0, inactive = 0;
  for (const json& row : all["accesses"]) {
    const auto addresses = row[1].get<LaneAddresses>();
    const BankCount count = count_of(row[0].get<std::string>(), addresses);
    EXPECT_EQ(count.wavefronts, row[2].get<int>()) << row.dump();
    EXPECT_EQ(count.conflicts, row[3].get<int>()) << row.dump();
    inactive += std::find(addresses.begin(), addresses.end(), lane_off) != addresses.end() ? 1 : 0;
    if (row[4].is_null()) continue;
    ++clocks;
    EXPECT_EQ(count.cycles, std::lround(row[4].get<double>())) << row.dump();
  }
  EXPECT_EQ(clocks, 532);
  EXPECT_EQ(inactive, 1130);
}

TEST(BankCounts, APhaseWithoutLanesIsNoWavefrontButACycle) {
  EXPECT_EQ(count_of("ld128", strided(16, 0xff)), (BankCount{1, 1, 0, 4}));
  EXPECT_EQ(count_of("st128", strided(16, 0xff)), (BankCount{1, 1, 0, 4}));
  EXPECT_EQ(count_of("st64", strided(8, 0xffff)), (BankCount{1, 1, 0, 2}));
  EXPECT_EQ(count_of("st128", strided(128, 0xff)), (BankCount{8, 1, 7, 8}));
  EXPECT_EQ(count_of("ld128", strided(16)), (BankCount{4, 4, 0, 4}));
}

// Lane 0 alone agrees with whoever is off, so that phases are merged; the lanes of a quarter do not agree.
TEST(BankCounts, InactiveLanesAgreeWithAnyAddress) {
  EXPECT_EQ(count_of("ld128", strided(16, 1)), (BankCount{1, 1, 0, 2}));
  EXPECT_EQ(count_of("ld64", strided(8, 0x55555555)), (BankCount{2, 1, 1, 2}));
  EXPECT_EQ(count_of("ld64", strided(8, 0x55555557)).least, 2) << "lanes 0 and 1 are on, and differ";
}

// Pairs by one bit below and by another above are no pairs of the warp.
TEST(BankCounts, PhasesAreMergedForTheWholeWarp) {
  LaneAddresses addresses{};
  for (int lane = 0; lane < warp_lanes; ++lane) addresses.at(lane) = (lane & (lane < 16 ? ~1 : ~2)) * 8;
  EXPECT_EQ(count_of("ld64", addresses).least, 2);
  for (int lane = 0; lane < warp_lanes; ++lane) addresses.at(lane) = (lane & ~1) * 8;
  EXPECT_EQ(count_of("ld64", addresses).least, 1);
  EXPECT_EQ(count_of("st64", addresses).least, 2) << "stores are not merged";
}

TEST(BankCounts, BytesOfAWordAreShared) {
  EXPECT_EQ(count_of("ld8", strided(1)), (BankCount{1, 1, 0, 1}));
  EXPECT_EQ(count_of("st16", strided(2)), (BankCount{1, 1, 0, 1}));
  EXPECT_EQ(count_of("ld8", strided(129)).wavefronts, 4) << "byte 129 l lies in bank l / 4";
  EXPECT_EQ(count_of("st8", strided(128)).wavefronts, 32);
  EXPECT_EQ(count_of("ld16", strided(66)).wavefronts, 1);
}

TEST(BankCounts, NoLaneIsNoAccess) {
  for (const WarpAccess& access : warp_accesses())
    if (!access.matrix) {
      EXPECT_EQ(bank_count(access, strided(0, 0)), BankCount{}) << access.name;
    }
}

TEST(BankCounts, AreTold) {
  EXPECT_EQ(describe_cycles(*find_warp_access("ld32"), 1), "1 cycle");
  EXPECT_EQ(describe_cycles(*find_warp_access("st128"), 4), "4 cycles");
  EXPECT_EQ(describe_cycles(*find_warp_access("cp32"), 3), "2 to 3 cycles");
  EXPECT_EQ(describe_cycles(*find_warp_access("cp32"), 4), "4 cycles");
}

std::string names_of(std::string_view text) {
  std::string names;
  for (const WarpAccess* const access : accesses_named(text))
    names += (names.empty() ? "" : " ") + std::string(access->name);
  return names;
}

TEST(AccessNames, CountBitsOrBytesOrAreThoseOfPtx) {
  const std::pair<const char*, const char*> rows[] = {{"ld32", "ld32"},
                                                      {"ld4", "ld32"},
                                                      {"ld1", "ld8"},
                                                      {"st2", "st16"},
                                                      {"ld8", "ld8 ld64"},
                                                      {"st16", "st16 st128"},
                                                      {"ld16", "ld16 ld128"},
                                                      {"cp4", "cp32"},
                                                      {"cp8", "cp64"},
                                                      {"cp16", "cp128"},
                                                      {"cp32", "cp32"},
                                                      {"ldm4", "ldm4"},
                                                      {"ld.b16", "ld16"},
                                                      {"ld.shared.u8", "ld8"},
                                                      {"ld.volatile.shared.v4.f32", "ld128"},
                                                      {"st.shared.v2.b16", "st32"},
                                                      {"ld.shared.v2.bf16", "ld32"},
                                                      {"st.shared.b128", "st128"},
                                                      {"ldmatrix.x4", "ldm4"},
                                                      {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16", "ldmt2"},
                                                      {"stmatrix.x1.trans", "stmt1"},
                                                      {"ldm3", ""},
                                                      {"ld5", ""},
                                                      {"ld64.b", ""},
                                                      {"ld-2147483648", ""},
                                                      {"ld2147483647", ""},
                                                      {"ld.b-2147483648.v4", ""},
                                                      {"ld.v2147483647.f32", ""},
                                                      {"ld.v4.b64", ""},
                                                      {"ld.", ""},
                                                      {"ld", ""},
                                                      {"", ""},
                                                      {"ldmatrix", ""},
                                                      {"ld-4", ""},
                                                      {"cp1", ""},
                                                      {"ld.v99999999.b32", ""}};
  for (const auto& [text, names] : rows) EXPECT_EQ(names_of(text), names) << text;
}

}  // namespace
}  // namespace tcviz
