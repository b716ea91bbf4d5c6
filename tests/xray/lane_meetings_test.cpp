// Which lanes have synchronised, against a second method: each lane carries the epochs and steps of all lanes up to
// which it knows what they did, and lanes that meet exchange them.
#include "gpu/kernel/xray/order/lane_meetings.hpp"

#include <gmock/gmock.h>

#include <array>
#include <random>

#include "tests/xray/body.hpp"
#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr int few_lanes = 6;

TEST(LaneMeetings, KnowWhoHasMetSinceAnEpochAndAfterAStep) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    LaneMeetings meetings;
    struct Past {
      std::uint32_t epoch;
      std::int64_t step;
      std::array<std::array<bool, few_lanes>, few_lanes> known;  // known[a][b]: a knows what b did then
    };
    std::vector<Past> pasts;
    for (std::int64_t step = 1; step < 30; ++step) {
      Past now{meetings.epoch(), step, {}};
      for (int lane = 0; lane < few_lanes; ++lane) now.known[lane][lane] = true;
      pasts.push_back(now);
      const auto group = static_cast<std::uint32_t>(random()) % (1U << few_lanes);
      const bool all = random() % 6 == 0;
      all ? meetings.together(step + 1) : meetings.meet(group, step + 1);
      for (Past& past : pasts) {
        std::array<bool, few_lanes> sum{};
        const auto takes_part = [&](int lane) { return all || ((group >> lane) & 1) != 0; };
        for (int lane = 0; lane < few_lanes; ++lane)
          for (int of = 0; takes_part(lane) && of < few_lanes; ++of) sum[of] = sum[of] || past.known[lane][of];
        for (int lane = 0; lane < few_lanes; ++lane)
          if (takes_part(lane)) past.known[lane] = sum;
      }
      for (const Past& past : pasts)
        for (int lane = 0; lane < few_lanes; ++lane)
          for (int of = 0; of < few_lanes; ++of) {
            if (lane == of) continue;
            EXPECT_EQ(meetings.apart_from(1U << of, lane, past.epoch) == 0, past.known[lane][of])
                << seed << ' ' << step;
            EXPECT_EQ(meetings.have_met_after(of, lane, past.step), past.known[lane][of]) << seed << ' ' << step;
          }
    }
  }
}

// Each lane stores, meets the lanes of a mask, and reads what its partner has stored.
std::string doubt_of(const std::string& partner, const std::string& meet, bool in_global = false) {
  const std::string stores_there = in_global ? "st.global.f32 [%rd5], %f1;" : "st.shared.f32 [%r4], %f1;",
                    loads = in_global ? "ld.global.f32 %f2, [%rd6];" : "ld.shared.f32 %f2, [%r7];";
  return run_body(
             "ld.param.u64 %rd7, [P0]; mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5; xor.b32 %r6, %r1, " +
                 partner +
                 "; shl.b32 %r6, %r6, 2; mov.u32 %r7, s; add.u32 %r7, %r7, %r6; cvt.u64.u32 %rd5, %r5; cvt.u64.u32 "
                 "%rd6, "
                 "%r6; add.s64 %rd5, %rd5, %rd7; add.s64 %rd6, %rd6, %rd7; setp.lt.u32 %p1, %r1, 16; mov.u32 %r8, "
                 "0xFFFF; "
                 "@!%p1 mov.u32 %r8, 0xFFFF0000;" +
                 stores_there + meet + loads + stores,
             {"1", "32", "", {"W=f32[t:32]*0"}})
      .doubt;
}

TEST(LanesOfAWarp, MeetThoseThatTheirMaskNames) {
  const std::string two_places = "@%p1 bra H; bar.warp.sync -1; bra E; H: bar.warp.sync -1; E:";
  for (const bool in_global : {false, true}) {
    EXPECT_THAT(doubt_of("1", "shfl.sync.idx.b32 %r3, %r5, 0, 31, %r8;", in_global), HasSubstr("__syncwarp"));
    for (const std::string meet :
         {"bar.warp.sync %r8;", "@%p1 bar.warp.sync 0xFFFF; @!%p1 bar.warp.sync 0xFFFF0000;"}) {
      EXPECT_EQ(doubt_of("1", meet, in_global), "") << meet;
      EXPECT_EQ(doubt_of("15", meet, in_global), "") << meet;
      EXPECT_THAT(doubt_of("16", meet, in_global), HasSubstr("__syncwarp")) << meet;
    }
    EXPECT_EQ(doubt_of("16", "bar.warp.sync %r8; bar.warp.sync -1;", in_global), "");
    EXPECT_EQ(doubt_of("16", two_places, in_global), "") << "one mask at two places";
    EXPECT_THAT(doubt_of("1", "shl.b32 %r8, 1, %r1; bar.warp.sync %r8;", in_global), HasSubstr("__syncwarp"));
  }
}

}  // namespace
}  // namespace tcviz
