// What must hold of every image, descriptor and access, beside what was recorded.
#include <limits>
#include <random>
#include <set>

#include "gpu/smem/banks.hpp"
#include "gpu/smem/descriptor.hpp"
#include "gpu/smem/lane_addresses.hpp"
#include "gpu/smem/tma_box.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

OperandImage packed(const ImageId& id, int rows, int cols) {
  const Strides strides = packed_strides(id, rows, cols);
  return {rows, cols, id.element_bits, id.swizzle, id.major, 0, strides.lbo, strides.sbo, 0};
}

TEST(Images, EveryPackedTileHoldsEachByteOnce) {
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN})
      for (const int bits : {8, 16, 32})
        for (const int cols : {32, 64, 128}) {
          const ImageId id{swizzle, major, bits};
          EXPECT_EQ(spell(read_image_id(spell(id)).value()), spell(id));
          const OperandImage image = packed(id, 128, cols);
          ASSERT_TRUE(check_image(image).ok()) << spell(id) << check_image(image).error().message;
          const std::vector<std::int64_t> addresses = all_addresses(image);
          const std::set<std::int64_t> different(addresses.begin(), addresses.end());
          EXPECT_EQ(different.size(), addresses.size()) << spell(id) << " " << cols;
          if (cols * bits / 8 % width_of(swizzle) != 0) continue;  // a row of the swizzle is not filled
          EXPECT_EQ(*different.rbegin(), 128 * cols * bits / 8 - bits / 8) << spell(id) << " " << cols;
        }
}

// A tile may end just where shared memory does; the end that is told is that of its last byte, wherever the swizzle and
// odd strides put it.
TEST(Images, ATileBeyondSharedMemoryIsToldWhereItEnds) {
  std::mt19937 random(11);
  const auto below = [&](int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); };
  int inside = 0, beyond = 0;
  for (int n = 0; n < 4000; ++n) {
    const ImageId id{swizzles[static_cast<std::size_t>(below(4))], below(2) == 0 ? Major::K : Major::MN, 8 << below(3)};
    OperandImage image = packed(id, 1 + below(40), 1 + below(80));
    if (below(2) == 0) image.lbo = 16 * below(200), image.sbo = 16 * below(200);
    image.base_offset = below(8);
    image.start = shared_window - 16 * (1 + below(600));
    std::int64_t end = 0;
    for (const std::int64_t address : all_addresses(image)) end = std::max(end, address + id.element_bits / 8);
    const Status checked = check_image(image);
    ASSERT_EQ(checked.ok(), end <= shared_window) << spell(id) << " " << end;
    ++(checked.ok() ? inside : beyond);
    const std::string said = "the tile ends at byte " + std::to_string(end) + ", beyond the 233472 ";
    ASSERT_EQ(checked.ok() || checked.error().message.starts_with(said), true) << checked.error().message;
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(beyond, 500);
}

TEST(Images, AStartThatItsFieldCannotHoldIsToldTheLargest) {
  for (const std::int64_t start : {std::int64_t{0x80000}, std::int64_t{1} << 62, shared_window, std::int64_t{-16}}) {
    OperandImage image = packed({}, 8, 8);
    image.start = start;
    EXPECT_EQ(check_image(image).error().message,
              "start " + std::to_string(start) +
                  " is no address of a descriptor: a multiple of 16 from 0, below the 233472 "
                  "bytes of shared memory (its field of 14 bits ends at 262128).");
  }
}

// PTX ISA, wgmma.mma_async: imm-trans-a and imm-trans-b are for .f16 and .bf16 only.
TEST(Images, OnlyTypesOf16BitsAreReadMnMajor) {
  for (const std::string_view type : descriptor_types()) {
    EXPECT_TRUE(check_major({.type = type, .major = Major::K}).ok());
    const bool transposed = type == "f16" || type == "bf16";
    EXPECT_EQ(check_major({.type = type, .major = Major::MN}).ok(), transposed) << type;
    EXPECT_EQ(operand_of({}, {.type = type, .major = Major::MN}).ok(), transposed) << type;
  }
}

TEST(Images, TenThousandDescriptorsComeBack) {
  std::mt19937 random(7);
  const auto below = [&](int end) { return std::uniform_int_distribution<int>(0, end - 1)(random); };
  for (int n = 0; n < 10000; ++n) {
    const Descriptor descriptor{16 * below(16384), 16 * below(16384), 16 * below(16384), below(8),
                                swizzles[static_cast<std::size_t>(below(4))]};
    for (const DescriptorForm form : {DescriptorForm::Sm90, DescriptorForm::Sm100}) {
      const Result<std::uint64_t> bits = write_descriptor(descriptor, form);
      ASSERT_TRUE(bits.ok());
      EXPECT_EQ(read_descriptor(bits.value(), form).value(), descriptor);
    }
  }
}

TEST(Images, WhatFitsNoFieldIsRefused) {
  const Descriptor wrong[] = {{8, 0, 0, 0, Swizzle::None},  {1 << 18, 0, 0, 0, Swizzle::None},
                              {0, -16, 0, 0, Swizzle::B32}, {0, 0, 24, 0, Swizzle::B64},
                              {0, 0, 0, 8, Swizzle::B128},  {0, 0, 0, -1, Swizzle::B128}};
  for (const Descriptor& descriptor : wrong) EXPECT_FALSE(write_descriptor(descriptor, DescriptorForm::Sm90).ok());
  for (const std::uint64_t mode : {1ULL, 3ULL, 5ULL, 7ULL})
    EXPECT_FALSE(read_descriptor(mode << 61, DescriptorForm::Sm100).ok()) << mode;
  for (std::uint64_t mode = 0; mode < 4; ++mode) EXPECT_TRUE(read_descriptor(mode << 62, DescriptorForm::Sm90).ok());
}

// What TMA writes into an aligned buffer is what wgmma reads from there with base offset 0, and so it is from a start
// that is a multiple of 128 only: both take the bits of the address.
TEST(Images, WgmmaReadsWhatTmaWrote) {
  for (const Swizzle swizzle : {Swizzle::B32, Swizzle::B64, Swizzle::B128})
    for (const std::int64_t start : {1024, 1152, 4352}) {
      const int width = width_of(swizzle);
      const TmaBox box{swizzle, width, 64, 1, start, SwizzleAtom::B16};
      OperandImage image = packed({swizzle, Major::K, 16}, 64, width / 2);
      image.start = start;
      for (int row = 0; row < 64; ++row)
        for (int col = 0; col < width / 2; ++col) ASSERT_EQ(image.address(row, col), box.address(0, row, 2 * col));
    }
}

// As documented: pieces of 32 or 64 bytes keep together, rows of 128 bytes hold the same bytes, and none is twice.
TEST(Images, LargerAtomsMoveWholePieces) {
  for (const auto& [atom, piece] :
       {std::pair{SwizzleAtom::B32, 32}, {SwizzleAtom::B32Flip8, 8}, {SwizzleAtom::B64, 64}}) {
    const TmaBox box{Swizzle::B128, 128, 8, 1, 4096, atom};
    ASSERT_TRUE(check_box(box).ok());
    for (int row = 0; row < 8; ++row) {
      std::set<std::int64_t> seen;
      for (int byte = 0; byte < 128; ++byte) {
        const std::int64_t address = box.address(0, row, byte);
        seen.insert(address);
        EXPECT_EQ((address - 4096) / 128, row);
        EXPECT_EQ(address % piece, byte % piece);
      }
      EXPECT_EQ(seen.size(), 128U);
    }
  }
  EXPECT_EQ((TmaBox{Swizzle::B128, 128, 8, 1, 0, SwizzleAtom::B32}).address(0, 3, 0), 3 * 128 + 96);
  EXPECT_EQ((TmaBox{Swizzle::B128, 128, 8, 1, 0, SwizzleAtom::B32}).address(0, 4, 0), 4 * 128);
  EXPECT_EQ((TmaBox{Swizzle::B128, 128, 8, 1, 0, SwizzleAtom::B32Flip8}).address(0, 1, 0), 128 + 32 + 8);
  EXPECT_EQ((TmaBox{Swizzle::B128, 128, 8, 1, 0, SwizzleAtom::B64}).address(0, 3, 0), 3 * 128 + 64);
  EXPECT_FALSE(check_box({Swizzle::B64, 64, 8, 1, 0, SwizzleAtom::B32}).ok());
}

// What a wgmma reads at once, 8 rows of 16 bytes (8 columns where it is MN-major), lies in all banks, whatever the
// start, the base offset and the swizzle are: no descriptor makes such a read conflict.
TEST(Banks, NoDescriptorMakesAReadOfWgmmaConflict) {
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN})
      for (std::int64_t start = 0; start < 2048; start += 16)
        for (int base = 0; base < 8; ++base) {
          const OperandImage image{64, 16, 16, swizzle, major, start, 4096, 8192, base};
          LaneAddresses addresses{};
          for (int at = 0; at < 8; ++at)
            addresses[static_cast<std::size_t>(at)] = major == Major::K ? image.address(at, 0) : image.address(0, at);
          ASSERT_EQ(count_wavefronts(*find_warp_access("ldm1"), addresses).value().wavefronts, 1)
              << name_of(swizzle) << " " << start << " " << base;
        }
}

// Lanes of a copy that write one word take turns; stores do not, and phases without lanes take none.
TEST(Banks, LanesOfACopyTakeTurns) {
  LaneAddresses same{};
  EXPECT_EQ(count_wavefronts(*find_warp_access("cp32"), same).value().wavefronts, 32);
  EXPECT_EQ(count_wavefronts(*find_warp_access("st32"), same).value().wavefronts, 1);
  LaneAddresses one{};
  one.fill(lane_off);
  one[0] = 0;
  EXPECT_EQ(count_wavefronts(*find_warp_access("cp128"), one).value().wavefronts, 1);
  EXPECT_EQ(count_wavefronts(*find_warp_access("st128"), one).value().cycles, 4);
  const BankReport report = count_wavefronts(*find_warp_access("cp32"), same).value();
  ASSERT_EQ(report.phases.front().conflicts.size(), 1U);
  EXPECT_EQ(report.phases.front().conflicts.front().words.front().lanes.size(), 32U);
}

TEST(Banks, CountsOfKnownPatterns) {
  struct Known {
    const char* op;
    std::int64_t stride;
    int wavefronts;
  };
  // One word to a bank, powers of two, odd strides; rows of 16 bytes in lines of 128 and of 144.
  const Known known[] = {{"ld32", 4, 1},   {"ld32", 8, 2},    {"ld32", 128, 32}, {"ld32", 132, 1},
                         {"st32", 64, 16}, {"ld128", 16, 4},  {"st64", 8, 2},    {"ldm4", 128, 32},
                         {"ldm4", 144, 4}, {"stm4", 128, 32}, {"ldm1", 128, 8},  {"ldmt2", 144, 2}};
  for (const Known& row : known) {
    LaneAddresses addresses{};
    for (std::size_t lane = 0; lane < addresses.size(); ++lane) addresses[lane] = row.stride * static_cast<int>(lane);
    EXPECT_EQ(count_wavefronts(*find_warp_access(row.op), addresses).value().wavefronts, row.wavefronts)
        << row.op << " " << row.stride;
  }
}

TEST(Banks, ConflictsNameTheLanes) {
  LaneAddresses addresses{};
  addresses.fill(lane_off);
  addresses[3] = 4;
  addresses[9] = 132;
  addresses[10] = 132;
  const BankReport report = count_wavefronts(*find_warp_access("ld32"), addresses).value();
  EXPECT_EQ(report.wavefronts, 2);
  EXPECT_EQ(report.conflicts, 1);
  ASSERT_EQ(report.phases.front().conflicts.size(), 1U);
  const BankConflict& conflict = report.phases.front().conflicts.front();
  EXPECT_EQ(conflict.bank, 1);
  EXPECT_EQ(conflict.words.back().lanes, (std::vector<int>{9, 10}));
}

TEST(Banks, WhatFaultsIsAnError) {
  LaneAddresses addresses{};
  for (const std::int64_t wrong : {std::int64_t{-2}, std::int64_t{2}, shared_window}) {
    addresses[5] = wrong;
    EXPECT_FALSE(count_wavefronts(*find_warp_access("ld32"), addresses).ok()) << wrong;
  }
  addresses[5] = lane_off;
  EXPECT_TRUE(count_wavefronts(*find_warp_access("ld32"), addresses).ok());
  EXPECT_FALSE(count_wavefronts(*find_warp_access("ldm1"), addresses).ok());
}

TEST(Banks, NoNumberIsTooLargeToBeRefused) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = -most - 1;
  for (const WarpAccess& access : warp_accesses())
    for (const std::int64_t wrong : {most, most - 15, least, std::int64_t{1} << 32, shared_window - access.bytes + 1}) {
      LaneAddresses addresses{};
      addresses[0] = wrong;
      EXPECT_FALSE(count_wavefronts(access, addresses).ok()) << access.name << " " << wrong;
    }
}

TEST(Banks, NoNumberBeyond32BitsIsRead) {
  for (const char* text : {"-0ul - 1", "0x7fffffffffffffff", "-lane * 0x200000000", "lane * 0x100000000"}) {
    const Result<LaneAddresses> read = read_lane_addresses(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find("more than 32 bits"), std::string::npos) << read.error().message;
  }
  EXPECT_TRUE(read_lane_addresses("(lane % 2) * 0x100000000").ok());
}

}  // namespace
}  // namespace tcviz
