// Live registers read in a process of their own, as the window has them read: the program itself answers.
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "app/session/xray/xray_child.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using Numbers = std::array<float, 128>;  // four values of each lane

constexpr int wrong_lane = 3;

LiveSnapshot snapshot(std::uint32_t line, std::uint32_t warp, const Numbers& numbers) {
  LiveSnapshot shot;
  shot.key = std::uint64_t{line} << 6 | warp;
  shot.line = line, shot.warp = warp;
  shot.lanes = ~0U, shot.lane_bytes = 16;
  shot.kind = "mma.m16n8k16.acc.f32", shot.file = "f.cu";
  shot.bytes.resize(sizeof numbers);
  std::memcpy(shot.bytes.data(), numbers.data(), sizeof numbers);
  return shot;
}

// Two fragments: the first holds row * 8 + col but for one register, the second lacks two threads and holds what is no
// number.
LiveFile two_fragments() {
  Numbers first{}, second{};
  for (int at = 0; at < 128; ++at) {
    const int lane = at / 4, i = at % 4;
    first[static_cast<std::size_t>(at)] = static_cast<float>((lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2);
  }
  first[wrong_lane * 4] = 70;
  second.fill(1.5F);
  second[1] = std::nanf(""), second[2] = -std::numeric_limits<float>::infinity(), second[3] = 1234567;
  LiveFile file;
  file.capability = 90, file.gpu = "a test";
  file.threads = {256, 1, 1};
  file.snapshots = {snapshot(3, 0, first), snapshot(9, 4, second)};
  file.snapshots[1].lanes >>= 2, file.snapshots[1].reached = 2;
  for (const LiveSnapshot& shot : file.snapshots) file.places.push_back({shot.key, 3, shot.line, shot.warp});
  return file;
}

class LiveProcess : public testing::Test {
 protected:
  LiveProcess() { std::ofstream(path_, std::ios::binary) << write_live(two_fragments()); }
  Result<LiveRun> look(int at, const std::string& expect) { return work_({path_, at, expect}, {}); }

  const Result<TemporaryFolder> folder_ = TemporaryFolder::make();
  const std::string path_ = (folder_.value().path() / "run.live").string();
  const LiveWork work_ = live_reader({TCVIZ_PROGRAM, "__work", "live"});
};

TEST_F(LiveProcess, NumbersAreShownAsTheyWereFound) {
  const Result<LiveRun> run = look(1, "");
  ASSERT_TRUE(run.ok()) << run.error().message;
  ASSERT_EQ(run.value().takes.size(), 2U);
  EXPECT_EQ(describe_take(run.value().takes[1], 1),
            "1: mma.m16n8k16.acc.f32, f.cu line 9, warp 4, time 3, 2 threads missing");
  EXPECT_EQ(run.value().at, 1);
  EXPECT_EQ(run.value().source, "recorded:sm_90");
  const LiveGrid& grid = run.value().grid;
  ASSERT_EQ(grid.cells.size(), 128U);
  EXPECT_EQ(grid.rows * 1000 + grid.cols, 16008);
  EXPECT_EQ(grid.threads, 32);
  EXPECT_EQ(grid.cells[0].found, "1.5");
  EXPECT_EQ(grid.cells[1].found, "nan");
  EXPECT_EQ(grid.cells[64].found, "-inf");
  EXPECT_EQ(grid.cells[65].found, "1.23457e+06");
  EXPECT_EQ(grid.cells[127].found, "") << "nobody came by";
  EXPECT_EQ(grid.cells[127].tid, 31);
  EXPECT_FALSE(grid.has_expected);
  EXPECT_THAT(describe_live(run.value()), HasSubstr("nothing is expected yet"));
}

TEST_F(LiveProcess, WrongNumbersAreFound) {
  const Result<LiveRun> run = look(0, "row * 8 + col");
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run.value().expect, "row * 8 + col");
  EXPECT_TRUE(run.value().grid.has_expected);
  EXPECT_TRUE(run.value().grid.cells[6].wrong);
  EXPECT_EQ(run.value().grid.cells[6].expected, "6");
  EXPECT_FALSE(run.value().grid.cells[7].wrong);
  ASSERT_EQ(run.value().wrong.size(), 1U);
  EXPECT_EQ(describe_wrong(run.value().wrong[0]), "warp 0, lane 3, register 0 holds (0, 6) = 70, expected 6");
  EXPECT_EQ(describe_live(run.value()), "1 of 128 values are wrong");
}

TEST_F(LiveProcess, WhatTcvizLiveComplainsOfIsSaidAndTheProcessStays) {
  EXPECT_THAT(look(0, "row +").error().message, HasSubstr("--expect is neither a file nor an expression"));
  EXPECT_EQ(look(2, "").error().message, "--at 2: the file has 2 fragments, 0 to 1.");
  std::ofstream(path_) << "no registers";
  EXPECT_THAT(look(0, "").error().message, HasSubstr(path_ + ": "));
  std::ofstream(path_, std::ios::binary) << write_live(two_fragments());
  EXPECT_TRUE(look(0, "").ok());
}

}  // namespace
}  // namespace tcviz
