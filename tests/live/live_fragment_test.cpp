// Snapshots of warps as fragments, and their registers as values.
#include "gpu/kernel/live/live_fragment.hpp"

#include <gmock/gmock.h>

#include "tests/live/live_values.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

LiveSnapshot shot_of(std::string_view kind, std::uint32_t warp, std::uint64_t reached, std::uint8_t fill) {
  LiveSnapshot shot;
  shot.key = 9 << 6 | warp;
  shot.line = 9;
  shot.warp = warp;
  shot.lanes = ~0u;
  shot.lane_bytes = 4;
  shot.reached = reached;
  shot.kind = kind;
  shot.bytes.assign(128, fill);
  return shot;
}

TEST(LiveFragments, WarpsOfAWarpgroupBelongTogether) {
  LiveFile file;
  // Two warpgroups, two times, in any order; of the last one a warp is missing.
  for (const std::uint32_t warp : {5u, 0u, 4u, 1u, 6u, 2u, 3u, 7u})
    file.snapshots.push_back(shot_of("wgmma.m64n8.acc.f32", warp, 0, static_cast<std::uint8_t>(warp)));
  for (const std::uint32_t warp : {0u, 3u, 2u}) file.snapshots.push_back(shot_of("wgmma.m64n8.acc.f32", warp, 1, 9));
  file.places = {{9 << 6 | 0, 2, 9, 0}};
  const std::vector<LiveFragment> found = live_fragments(file);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].first_warp, 4u);
  EXPECT_EQ(found[1].first_warp, 0u);
  EXPECT_EQ(found[1].threads(), 128);
  EXPECT_EQ(found[1].missing(), 0);
  EXPECT_EQ(found[1].times, 2u);
  for (std::size_t warp = 0; warp < 4; ++warp) EXPECT_EQ(found[1].bytes[warp * 128 + 5], warp);
  EXPECT_EQ(found[2].missing(), 32);
  EXPECT_FALSE(found[2].present[32 + 5]);
}

TEST(LiveFragments, LanesThatStayedAwayAreKnown) {
  LiveFile file;
  file.snapshots = {shot_of("mma.m16n8k8.b.f16", 3, 0, 1)};
  file.snapshots[0].lanes = 0xF0;
  const std::vector<LiveFragment> found = live_fragments(file);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first_warp, 3u);
  EXPECT_EQ(found[0].missing(), 28);
  EXPECT_TRUE(found[0].present[4]);
}

// The file that a picture carries: read again, it has this fragment and no other.
TEST(LiveFragments, AFragmentAloneStaysTheSame) {
  LiveFile file;
  for (const std::uint32_t warp : {5u, 4u, 6u})
    file.snapshots.push_back(shot_of("wgmma.m64n8.acc.f32", warp, 0, static_cast<std::uint8_t>(warp)));
  for (const std::uint32_t warp : {1u, 3u}) file.snapshots.push_back(shot_of("wgmma.m64n8.acc.f32", warp, 1, 9));
  file.snapshots.push_back(shot_of("mma.m16n8k8.b.f16", 31, 7, 8));
  file.snapshots.back().lanes = 0xF0;
  file.places = {{9 << 6 | 1, 2, 9, 1}};
  file.gpu = "made up";
  for (const LiveFragment& fragment : live_fragments(file)) {
    const Result<LiveFile> read = read_live(write_live(with_fragment_alone(file, fragment)));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value().gpu, "made up");
    const std::vector<LiveFragment> found = live_fragments(read.value());
    ASSERT_EQ(found.size(), 1u);
    const auto all = [](const LiveFragment& f) {
      return std::tie(f.kind, f.file, f.line, f.first_warp, f.reached, f.times, f.lane_bytes, f.present, f.bytes);
    };
    EXPECT_EQ(all(found.front()), all(fragment));
  }
}

// An H200 does so behind a branch: 20 lanes come by a place, then the other 12; in a loop, twice.
TEST(LiveFragments, LanesThatABranchTookApartAreJoined) {
  LiveFile file;
  for (const std::uint64_t turn : {2u, 0u, 1u, 3u}) {  // the device keeps them in any order
    file.snapshots.push_back(shot_of("mma.m16n8k8.b.f16", 0, turn, static_cast<std::uint8_t>(turn)));
    file.snapshots.back().lanes = turn % 2 == 0 ? 0xFFFFF : 0xFFF00000;
  }
  file.places = {{9 << 6, 4, 9, 0}};
  const std::vector<LiveFragment> found = live_fragments(file);
  ASSERT_EQ(found.size(), 2u);
  for (const LiveFragment& fragment : found) {
    EXPECT_EQ(fragment.missing(), 0);
    EXPECT_EQ(fragment.times, 2u);
    EXPECT_EQ(fragment.bytes.front(), 2 * fragment.reached);
    EXPECT_EQ(fragment.bytes.back(), 2 * fragment.reached + 1);
  }
  file.places[0].reached = 5;  // one was left out: whose it is cannot be known
  EXPECT_EQ(live_fragments(file).size(), 4u);
}

class EveryManualKind : public testing::Test {};

TEST_F(EveryManualKind, HasItsNumbersBack) {
  const std::unique_ptr<LayoutSource> source = make_manual_source();
  int kinds = 0;
  for (const std::string& kind : source->kinds()) {
    const Layout layout = layout_of(*source, kind).value();
    const auto number = [](int row, int col) { return (row ^ col) & 1; };
    const LiveValues values = values_in(fragment_of(layout, number), layout);
    for (int slot = 0; slot < layout.slots(); ++slot) {
      const auto element = layout.element(layout.slot(slot));
      if (!element) continue;
      ASSERT_EQ(values.numbers[static_cast<std::size_t>(slot)], number(element->row, element->col)) << kind;
    }
    ++kinds;
  }
  EXPECT_GT(kinds, 200);
}

TEST(LiveValues, NeedAllRegistersAndNoOthers) {
  const Layout layout = manual_layout("mma.m16n8k16.acc.f32");
  LiveFragment fragment = fragment_of(layout, [](int, int) { return 1; });
  fragment.lane_bytes = 8;
  const Result<LiveValues> values = live_values(fragment, layout, format_of(layout));
  ASSERT_FALSE(values.ok());
  EXPECT_THAT(values.error().message, HasSubstr("line 20: TCVIZ took 2 registers of each thread"));
  EXPECT_THAT(values.error().message, HasSubstr("has 4 (4 values of 32 bits)"));
}

TEST(LiveValues, AreReadAsAnotherTypeIfAsked) {
  const Layout layout = manual_layout("ldmatrix.m8n8.x1.b16");
  const LiveFragment fragment = fragment_of(layout, [](int, int) { return 0x3C00; });
  EXPECT_EQ(values_in(fragment, layout).numbers.front(), 0x3C00);
  EXPECT_EQ(live_values(fragment, layout, {ElementType::F16, 16}).value().numbers.front(), 1);
}

}  // namespace
}  // namespace tcviz
