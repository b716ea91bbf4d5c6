// The best swizzle of an access, against every swizzle tried by the counting with all its details.
#include <random>

#include "gpu/smem/lane_addresses.hpp"
#include "gpu/smem/suggest.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

LaneAddresses addresses_of(std::string_view text, int step = 0) { return read_lane_addresses(text, step).value(); }

AccessPattern pattern(std::string_view access, std::string_view text, int step = 0) {
  return {find_warp_access(access), addresses_of(text, step)};
}

LaneAddresses random_addresses(const WarpAccess& access, std::mt19937& random) {
  LaneAddresses addresses{};
  for (std::int64_t& address : addresses) address = static_cast<std::int64_t>(random() % 256) * access.bytes;
  if (!access.matrix && random() % 4 == 0) addresses[random() % 32] = lane_off;
  if (random() % 3 == 0)
    for (std::size_t lane = 1; lane < addresses.size(); lane += 2) addresses[lane] = addresses[lane - 1];
  return addresses;
}

TEST(Suggest, RowsOf128BytesWantTheSwizzleOf128Bytes) {
  std::vector<AccessPattern> patterns;
  for (int step = 0; step < 4; ++step)
    patterns.push_back(pattern("ldm4", "(lane % 16) * 128 + lane / 16 * 16 + i * 32", step));
  const Suggestion found = suggest_swizzle(patterns, 128).value();
  EXPECT_TRUE(found.conflict_free());
  EXPECT_EQ(hardware_swizzle(found.best.swizzle), Swizzle::B128);
  EXPECT_EQ(found.plain, 128);
  EXPECT_EQ(found.best.wavefronts, 16);
  ASSERT_TRUE(found.padding);
  EXPECT_EQ(found.padding->bytes, 16);
  EXPECT_EQ(found.padding->wavefronts, 16);
}

TEST(Suggest, WhatHasNoConflictStaysAsItIs) {
  const AccessPattern plain = pattern("ld128", "lane * 16");
  const Suggestion found = suggest_swizzle({&plain, 1}).value();
  EXPECT_EQ(found.best.swizzle.bits, 0);
  EXPECT_TRUE(found.conflict_free());
  EXPECT_FALSE(found.padding);
}

// Brute force: all (bits, base, shift) whatever, by the full report; nothing has fewer wavefronts, and nothing with
// fewer bits has as few.
TEST(Suggest, NoOtherSwizzleIsBetter) {
  std::mt19937 random(11);
  for (const std::string_view name : {"ld32", "st64", "ldm2", "ld128"}) {
    const WarpAccess& access = *find_warp_access(name);
    const int lowest = access.bytes == 4 ? 2 : access.bytes == 8 ? 3 : 4;
    for (int n = 0; n < 2; ++n) {
      const AccessPattern plain{&access, random_addresses(access, random)};
      const Suggestion found = suggest_swizzle({&plain, 1}).value();
      for (int bits = 0; bits <= 6; ++bits)
        for (int base = lowest; base < 12; ++base)
          for (int shift = -11; shift <= 12; ++shift) {
            if (std::abs(shift) < bits || base + bits + std::abs(shift) > 18) continue;
            const XorSwizzle swizzle{bits, base, shift};
            LaneAddresses moved = plain.addresses;
            for (std::int64_t& address : moved)
              if (address != lane_off) address = swizzle.apply(address);
            // Bits beyond those that the addresses have may lead out of shared memory, and change no bank.
            const Result<BankReport> report = count_wavefronts(access, moved);
            if (!report.ok()) continue;
            EXPECT_GE(report.value().wavefronts, found.best.wavefronts);
            if (bits < found.best.swizzle.bits) {
              EXPECT_GT(report.value().wavefronts, found.best.wavefronts);
            }
          }
    }
  }
}

TEST(Suggest, ASwizzleUndoesItself) {
  for (const XorSwizzle& swizzle : {XorSwizzle{3, 4, 3}, XorSwizzle{2, 4, 4}, XorSwizzle{1, 5, -2}})
    for (std::int64_t address = 0; address < 8192; address += 4)
      EXPECT_EQ(swizzle.apply(swizzle.apply(address)), address);
  for (const Swizzle swizzle : {Swizzle::B32, Swizzle::B64, Swizzle::B128})
    for (std::int64_t address = 0; address < 8192; address += 4)
      EXPECT_EQ((XorSwizzle{static_cast<int>(swizzle), 4, 3}.apply(address)), swizzled(address, swizzle));
}

TEST(LaneAddresses, AreAnExpressionOrAList) {
  EXPECT_EQ(addresses_of("lane * 4 + i * 128", 2)[3], 268);
  EXPECT_EQ(addresses_of("0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100 104 108 112 116 "
                         "120, -1")[31],
            lane_off);
  for (const std::string_view wrong : {"", "lane +", "1, 2", "row", "lane / 0", "0x, 1"})
    EXPECT_FALSE(read_lane_addresses(wrong).ok()) << wrong;
}

}  // namespace
}  // namespace tcviz
