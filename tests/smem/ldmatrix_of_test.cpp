// What ldmatrix is to be given for a fragment: a warp that executes it on a tile whose elements name themselves has the
// fragment of the manual in its registers.
#include "gpu/smem/ldmatrix_of.hpp"

#include <map>
#include <set>

#include "gpu/layout/kind.hpp"
#include "gpu/smem/lane_addresses.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

// The manual on ldmatrix: thread T gets of each matrix the 4 bytes T % 4 of row T / 4; with .trans the values of 16
// bits (2 * (T % 4), T / 4) and (2 * (T % 4) + 1, T / 4). Each value is (row, k) of the tile.
std::map<std::pair<int, int>, Element> executed(const LdmatrixAccess& load, int bits, bool transposed) {
  std::map<std::pair<int, int>, Element> registers;
  const int per = 32 / bits;
  for (int matrix = 0; matrix < load.lanes / 8; ++matrix)
    for (int thread = 0; thread < 32; ++thread)
      for (int v = 0; v < per; ++v) {
        const int row = transposed ? thread % 4 * 2 + v : thread / 4;
        const int step = transposed ? thread / 4 : thread % 4 * per + v;
        const Element first = load.first.at(static_cast<std::size_t>(matrix * 8 + row));
        registers[{thread, matrix * per + v}] =
            transposed ? Element{first.row + step, first.col} : Element{first.row, first.col + step};
      }
  return registers;
}

TEST(LdmatrixOf, GivesTheFragmentOfTheManual) {
  std::set<std::string> loaded;
  for (const Kind& kind : catalogue())
    for (const Major major : {Major::K, Major::MN}) {
      const Result<Layout> layout = manual_layout(kind);
      if (!layout || (kind.operand != Operand::A && kind.operand != Operand::B)) continue;
      const Result<LdmatrixAccess> load = ldmatrix_of(layout.value(), major);
      if (!load) continue;
      loaded.insert(compose_id(kind) + (major == Major::K ? "" : " trans"));
      for (const auto& [slot, element] : executed(load.value(), layout.value().element_bits(), major == Major::MN)) {
        const std::optional<Element> held = layout.value().element({slot.first, slot.second});
        ASSERT_TRUE(held) << compose_id(kind);
        const Element wanted = kind.operand == Operand::B ? Element{held->col, held->row} : *held;
        EXPECT_EQ(element, wanted) << compose_id(kind) << " T" << slot.first << " x[" << slot.second << "]";
      }
      // The expressions say the same.
      const LaneAddresses rows = read_lane_addresses(load.value().row).value();
      const LaneAddresses cols = read_lane_addresses(load.value().col).value();
      for (std::size_t lane = 0; lane < 32; ++lane)
        EXPECT_EQ(load.value().first.at(lane),
                  (Element{static_cast<int>(rows.at(lane)), static_cast<int>(cols.at(lane))}))
            << compose_id(kind) << " " << lane;
    }
  for (const char* kind :
       {"mma.m16n8k16.a.f16", "mma.m16n8k16.b.f16", "mma.m16n8k16.a.f16 trans", "mma.m16n8k16.b.f16 trans",
        "mma.m16n8k8.a.tf32", "mma.m16n8k32.a.s8", "mma.m16n8k32.b.e4m3", "wgmma.m64k16.a.f16", "wgmma.m64k8.a.tf32"})
    EXPECT_TRUE(loaded.contains(kind)) << kind;
  for (const char* kind : {"mma.m8n8k4.a.f64", "mma.m16n8k32.a.s8 trans", "mma.m16n8k8.a.tf32 trans"})
    EXPECT_FALSE(loaded.contains(kind)) << kind;
}

TEST(LdmatrixOf, SaysWhyNot) {
  const auto message = [](std::string_view kind, Major major) {
    const Result<LdmatrixAccess> load = ldmatrix_of(manual_layout(*find_kind(kind)).value(), major);
    return load ? std::string() : load.error().message;
  };
  EXPECT_EQ(message("mma.m16n8k16.acc.f32", Major::K), "mma.m16n8k16.acc.f32 is no operand A or B of mma or wgmma.");
  EXPECT_EQ(message("mma.m16n8k32.a.s8", Major::MN),
            "ldmatrix.trans moves values of 16 bits, and those of mma.m16n8k32.a.s8 have 8.");
  EXPECT_EQ(message("mma.m16n8k16.a.f16", Major::MN), "");
}

}  // namespace
}  // namespace tcviz
