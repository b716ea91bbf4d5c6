// The journey of an element: every hop of every element of several tiles against formulae typed here: those of the PTX
// manual for registers, and rows of 16-byte chunks in exchanged order for shared memory.
#include "gpu/smem/journey.hpp"

#include <map>
#include <set>

#include "gpu/smem/banks.hpp"
#include "gpu/smem/lane_addresses.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

class Journeys : public testing::Test {
 public:
  Result<Journey> make(std::string_view preset, std::string_view element, ProductSizes sizes = {}) {
    return make_journey(*find_journey_preset(preset), read_journey_element(element).value(), sizes,
                        [this](std::string_view kind) { return layout(kind); });
  }
  Journey made(std::string_view preset, char matrix, std::int64_t row, std::int64_t col) {
    return make(preset, spell(JourneyElement{matrix, row, col})).value();
  }

 private:
  Result<Layout> layout(std::string_view name) {
    const auto found = layouts_.find(name);
    if (found != layouts_.end()) return found->second;
    Result<Layout> made = manual_layout(*find_kind(name));
    if (made.ok()) layouts_.emplace(name, made.value());
    return made;
  }
  std::map<std::string, Layout, std::less<>> layouts_;
};

const Hop* hop_named(const Journey& journey, std::string_view stage) {
  for (const Hop& hop : journey.hops)
    if (hop.stage == stage) return &hop;
  return nullptr;
}

std::int64_t number(const Hop& hop, std::string_view name) {
  for (const auto& [each, value] : hop.numbers)
    if (each == name) return value;
  ADD_FAILURE() << hop.stage << " has no " << name;
  return -1;
}

std::int64_t number(const Journey& journey, std::string_view stage, std::string_view name) {
  const Hop* hop = hop_named(journey, stage);
  if (hop != nullptr) return number(*hop, name);
  ADD_FAILURE() << "no hop " << stage;
  return -1;
}

// A tile of rows of 64 or 32 f16 as the swizzles exchange its chunks: by the row, or by every second row.
std::int64_t swizzled(bool wide, std::int64_t row, std::int64_t col) {
  const std::int64_t chunk = col / 8, exchanged = wide ? chunk ^ (row % 8) : chunk ^ (row / 2 % 4);
  return row * (wide ? 128 : 64) + exchanged * 16 + col % 8 * 2;
}

struct Tile {
  bool wide = true;
  std::int64_t block_k = 64, stage = 32768, b_at = 16384, stages = 4;
};
constexpr Tile hopper, ampere{false, 32, 16384, 8192, 3};

std::int64_t byte_in(const Tile& tile, bool is_a, std::int64_t outer, std::int64_t k) {
  return k / tile.block_k % tile.stages * tile.stage + (is_a ? 0 : tile.b_at) +
         swizzled(tile.wide, outer % 128, k % tile.block_k);
}

TEST_F(Journeys, OperandsLieWhereTheSwizzlePutsThem) {
  for (const auto& [preset, tile] : {std::pair("hopper", hopper), std::pair("ampere", ampere)})
    for (std::int64_t outer = 0; outer < 256; outer += 3)
      for (std::int64_t k = 0; k < 256; k += 5) {
        const Journey a = made(preset, 'A', outer, k), b = made(preset, 'B', k, outer);
        EXPECT_EQ(number(a, "global memory", "byte"), (outer * 1024 + k) * 2);
        EXPECT_EQ(number(b, "global memory", "byte"), (outer * 1024 + k) * 2);
        EXPECT_EQ(number(a, "shared memory", "byte"), byte_in(tile, true, outer, k)) << preset << outer << "," << k;
        EXPECT_EQ(number(b, "shared memory", "byte"), byte_in(tile, false, outer, k)) << preset << outer << "," << k;
      }
}

TEST_F(Journeys, EveryElementOfATileHasItsOwnBytes) {
  std::set<std::int64_t> bytes;
  for (int row = 0; row < 128; ++row)
    for (int col = 0; col < 64; ++col) bytes.insert(number(made("hopper", 'A', row, col), "shared memory", "byte"));
  EXPECT_EQ(bytes.size(), 128U * 64U);
}

TEST_F(Journeys, WhatTheTensorCopyWritesIsWhatTheProductReads) {
  for (int outer = 0; outer < 128; ++outer)
    for (int k = 0; k < 128; k += 7)
      for (const Journey& journey : {made("hopper", 'A', outer, k), made("hopper", 'B', k, outer)}) {
        const std::int64_t written = number(journey, "TMA", "to");
        EXPECT_EQ(number(journey, "shared memory", "byte"), written);
        EXPECT_EQ(number(journey, "descriptor", "byte"), written);
      }
}

// The manual on m16n8k16: groupID = lane / 4; a[i] is in row groupID + 8 if i is 2, 3, 6 or 7, in column
// (lane % 4) * 2 + i % 2, + 8 from i = 4 on; b[i] in row (lane % 4) * 2 + i % 2, + 8 from i = 2 on, and column groupID.
TEST_F(Journeys, RegistersAreThoseOfTheManual) {
  for (int outer = 0; outer < 128; ++outer)
    for (int k = 0; k < 32; ++k) {
      const Journey a = made("ampere", 'A', outer, k), b = made("ampere", 'B', k, outer);
      EXPECT_EQ(number(a, "registers", "tid"), outer % 8 * 4 + k % 8 / 2);
      EXPECT_EQ(number(a, "registers", "i"), k % 2 + outer % 16 / 8 * 2 + k % 16 / 8 * 4);
      EXPECT_EQ(number(b, "registers", "tid"), outer % 8 * 4 + k % 8 / 2);
      EXPECT_EQ(number(b, "registers", "i"), k % 2 + k % 16 / 8 * 2);
      const Journey rs = made("hopper-rs", 'A', outer, k);
      EXPECT_EQ(number(rs, "registers", "tid"), outer % 64 / 16 * 32 + outer % 8 * 4 + k % 8 / 2);
      EXPECT_EQ(number(rs, "registers", "i"), k % 2 + outer % 16 / 8 * 2 + k % 16 / 8 * 4);
    }
}

// The lane that gives the address of the element's row gives the address of the 16 bytes that the element is in, and
// the access is without conflict: that is what the swizzle is for.
TEST_F(Journeys, LdmatrixIsGivenTheElementsRow) {
  for (const std::string_view preset : {"ampere", "hopper-rs"})
    for (int outer = 0; outer < 256; ++outer)
      for (int k = 0; k < 128; k += 3)
        for (const char matrix : {'A', 'B'}) {
          if (matrix == 'B' && preset == "hopper-rs") continue;
          const Journey journey = matrix == 'A' ? made(preset, 'A', outer, k) : made(preset, 'B', k, outer);
          const Hop& load = *hop_named(journey, "ldmatrix.x4");
          const LaneAddresses addresses = read_lane_addresses(load.view.addresses).value();
          const std::int64_t byte = number(journey, "shared memory", "byte");
          EXPECT_EQ(addresses.at(static_cast<std::size_t>(number(load, "from"))), byte / 16 * 16)
              << preset << matrix << outer << "," << k;
          EXPECT_EQ(count_wavefronts(*find_warp_access("ldm4"), addresses).value().wavefronts, 4);
        }
}

TEST_F(Journeys, EachThreadCopiesItsChunks) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::int64_t>> copies;
  for (int row = 0; row < 128; ++row)
    for (int col = 0; col < 32; col += 8) {
      const Journey journey = made("ampere", 'A', row, col);
      copies[{number(journey, "cp.async", "thread"), number(journey, "cp.async", "copy")}].insert(
          number(journey, "shared memory", "byte"));
    }
  EXPECT_EQ(copies.size(), 128U * 4U);
  for (const auto& [copy, bytes] : copies) EXPECT_EQ(bytes.size(), 1U);
}

// D of wgmma: row = 16 * warp + lane / 4 (+ 8), column = 8 * (i / 4) + lane % 4 * 2 + i % 2; of mma.sync 2 x 2 warps
// have 64 x 64 each, of 4 x 8 tiles of 16 x 8.
TEST_F(Journeys, ElementsThatAreFedAreHeldAsTheManualSays) {
  for (int row = 0; row < 128; row += 5) {
    const Journey wide = made("hopper", 'A', row, 3);
    ASSERT_EQ(wide.feeds.size(), 128U);
    for (const FedElement& fed : wide.feeds) {
      const int warp = fed.thread % 128 / 32, lane = fed.thread % 32;
      EXPECT_EQ(fed.row, fed.thread / 128 * 64 + warp * 16 + lane / 4 + fed.i / 2 % 2 * 8);
      EXPECT_EQ(fed.col, fed.i / 4 * 8 + lane % 4 * 2 + fed.i % 2);
    }
    const Journey narrow = made("ampere", 'B', 3, row);
    ASSERT_EQ(narrow.feeds.size(), 128U);
    for (const FedElement& fed : narrow.feeds) {
      const int warp = fed.thread / 32, lane = fed.thread % 32, tile = fed.i / 4, i = fed.i % 4;
      EXPECT_EQ(fed.row, warp / 2 * 64 + tile / 8 * 16 + lane / 4 + i / 2 * 8);
      EXPECT_EQ(fed.col, warp % 2 * 64 + tile % 8 * 8 + lane % 4 * 2 + i % 2);
    }
  }
}

TEST_F(Journeys, TheResultIsStored) {
  const Journey plain = made("hopper", 'C', 700, 999);
  EXPECT_EQ(number(plain, "store", "byte"), (700 * 1024 + 999) * 4);
  EXPECT_EQ(plain.feeds.size(), 1U);
  std::set<std::int64_t> bytes;
  for (int row = 0; row < 128; row += 3)
    for (int col = 0; col < 128; ++col) {
      const Journey journey = made("epilogue", 'C', row, col);
      const std::int64_t byte = number(journey, "shared memory", "byte");
      EXPECT_EQ(byte, 4 * 32768 + col / 64 * 16384 + swizzled(true, row, col % 64));
      EXPECT_EQ(number(journey, "stmatrix.x4", "lane"), journey.feeds.front().thread % 32);
      EXPECT_EQ(number(journey, "TMA store", "byte"), (row * 1024 + col) * 2);
      bytes.insert(byte);
    }
  EXPECT_EQ(bytes.size(), 43U * 128U);
}

TEST_F(Journeys, WhatCannotBeIsSaid) {
  const auto message = [&](std::string_view element, ProductSizes sizes = {}) {
    const Result<Journey> made = make("hopper", element, sizes);
    return made.ok() ? std::string() : made.error().message;
  };
  EXPECT_EQ(message("A:1024,0"), "A:1024,0 lies outside A, which is 1024 x 1024.");
  EXPECT_EQ(message("B:0,8", {64, 8, 64}), "B:0,8 lies outside B, which is 64 x 8.");
  EXPECT_EQ(message("A:0,0", {64, 8, 12}), "k = 12: rows are copied 16 bytes at a time here, so k is a multiple of 8.");
  EXPECT_EQ(message("A:0,0", {0, 8, 16}), "m = 0 is out of range: it goes from 1 to 1048576.");
  EXPECT_EQ(message("A:1048575,1048575", {1 << 20, 1 << 20, 1 << 20}), "");
  for (const std::string_view text :
       {"", "A", "A:", "A:1", "A:1,", "A:1,2,", "E:1,2", "A:-1,2", "A:1,99999999999999999999", "A:0x1,2", "A 1,2"})
    EXPECT_FALSE(read_journey_element(text).ok()) << text;
  EXPECT_EQ(spell(read_journey_element("d:3,4").value()), "C:3,4");
}

TEST_F(Journeys, EveryPresetGoesFromGlobalMemoryToGlobalMemory) {
  for (const JourneyPreset& preset : journey_presets())
    for (const char matrix : {'A', 'B', 'C'}) {
      const Journey journey = made(preset.name, matrix, 17, 9);
      EXPECT_EQ(journey.hops.front().stage == "global memory", matrix != 'C') << preset.name;
      const std::string& last = journey.hops.back().stage;
      EXPECT_TRUE(last == "store" || last == "TMA store") << preset.name << ": " << last;
    }
}

}  // namespace
}  // namespace tcviz
