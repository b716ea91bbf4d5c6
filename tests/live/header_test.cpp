// app/include/tcviz.cuh: what its own code writes is what the reader reads, and it compiles at run time.
#include <gmock/gmock.h>
#include <unistd.h>

#include "gpu/kernel/live/live_fragment.hpp"
#include "gpu/layout/element_value.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/device/nvrtc.hpp"
#include "tests/live/fake_kernel.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

class Header : public testing::Test {
 protected:
  std::string path() const { return testing::TempDir() + "tcviz_header_" + std::to_string(getpid()) + ".live"; }
  void TearDown() override { std::remove(path().c_str()); }

  LiveFile read_back() const {
    const Result<std::string> bytes = read_file(path());
    if (!bytes) ADD_FAILURE() << bytes.error().message;
    Result<LiveFile> file = bytes ? read_live(bytes.value()) : Result<LiveFile>(bytes.error());
    if (!file) ADD_FAILURE() << file.error().message;
    return file ? file.value() : LiveFile{};
  }
  // What it says on standard error.
  std::string said(bool expected, const FakeLaunch& launch) const {
    testing::internal::CaptureStderr();
    EXPECT_EQ(run_fake_kernel(launch, path()), expected);
    return testing::internal::GetCapturedStderr();
  }
};

float float_of(const LiveSnapshot& shot, std::size_t lane, std::size_t i) {
  std::uint64_t bits = 0;
  for (std::size_t byte = 4; byte-- > 0;) bits = bits << 8 | shot.bytes[lane * shot.lane_bytes + i * 4 + byte];
  return static_cast<float>(decode(ElementType::F32, bits));
}

TEST_F(Header, HasTheReadersSizes) {
  const HeaderSizes sizes = header_sizes();
  EXPECT_EQ(sizes.version, 1u);
  const std::size_t head = write_live({}).size();
  EXPECT_EQ(head, sizes.head);
  LiveFile file;
  file.places.emplace_back();
  EXPECT_EQ(write_live(file).size() - head, sizes.place);
  file = {};
  file.snapshots.emplace_back();
  EXPECT_EQ(write_live(file).size() - head, sizes.shot);
}

TEST_F(Header, WritesEveryLaneOfEveryWarpAndTime) {
  EXPECT_EQ(said(true, {.warps = 2, .times = 3}), "");
  const LiveFile file = read_back();
  EXPECT_EQ(file.capability, 90);
  EXPECT_EQ(file.gpu, "a GPU made of C++");
  EXPECT_EQ(file.threads, (LiveSides{64, 1, 1}));
  EXPECT_EQ(file.grid, (LiveSides{1, 1, 1}));
  EXPECT_EQ(file.missed, 0u);
  ASSERT_EQ(file.snapshots.size(), 6u);
  ASSERT_EQ(file.places.size(), 2u);
  for (const ReachedPlace& place : file.places) EXPECT_EQ(place.reached, 3u);
  for (std::size_t at = 0; at < 6; ++at) {
    const LiveSnapshot& shot = file.snapshots[at];
    EXPECT_EQ(shot.warp, at / 3);
    EXPECT_EQ(shot.reached, at % 3);
    EXPECT_EQ(shot.lanes, ~0u);
    EXPECT_EQ(shot.lane_bytes, 16u);  // x alone
    EXPECT_EQ(shot.kind, "mma.m16n8k16.acc.f32");
    EXPECT_EQ(shot.file, "fake_kernel.cpp");
    EXPECT_GT(shot.line, 0u);
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (std::size_t i = 0; i < 4; ++i)
        ASSERT_EQ(float_of(shot, lane, i), static_cast<float>((shot.warp * 32 + lane) * 4 + i));
  }
}

TEST_F(Header, KeepsWhatFitsAndCountsTheRest) {
  EXPECT_THAT(said(true, {.warps = 2, .times = 5, .snapshots = 4}),
              HasSubstr("holds 4 snapshots, and 6 more did not fit"));
  const LiveFile file = read_back();
  EXPECT_EQ(file.snapshots.size(), 4u);
  EXPECT_EQ(file.missed, 6u);
  EXPECT_EQ(file.places.front().reached, 5u);  // those that did not fit too
}

TEST_F(Header, BeginsAtTheTimeThatIsAsked) {
  EXPECT_EQ(said(true, {.times = 5, .first = 3}), "");
  const LiveFile file = read_back();
  ASSERT_EQ(file.snapshots.size(), 2u);
  EXPECT_EQ(file.snapshots.front().reached, 3u);
}

TEST_F(Header, KnowsWhichLanesCameBy) {
  EXPECT_EQ(said(true, {.lanes = 20}), "");
  const LiveFile file = read_back();
  ASSERT_EQ(file.snapshots.size(), 1u);
  EXPECT_EQ(file.snapshots.front().lanes, (1u << 20) - 1);
  EXPECT_EQ(float_of(file.snapshots.front(), 19, 3), 79);
}

TEST_F(Header, LooksAtOneBlockAndSaysIfItNeverCame) {
  EXPECT_EQ(said(true, {.block = {1, 2, 3}, .watched = {1, 2, 3}}), "");
  EXPECT_EQ(read_back().block, (LiveSides{1, 2, 3}));
  std::remove(path().c_str());
  EXPECT_THAT(said(false, {.block = {1, 0, 0}}), HasSubstr("no TCVIZ was reached in block 0, 0, 0"));
  EXPECT_FALSE(read_file(path()).ok());
}

TEST_F(Header, SaysWhatToDo) {
  EXPECT_THAT(said(false, {.snapshots = 0}), HasSubstr("snapshots is 0"));
  testing::internal::CaptureStderr();
  EXPECT_FALSE(save_without_start(path()));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("call tcviz::live_start() before the launch"));
  testing::internal::CaptureStderr();
  EXPECT_FALSE(run_fake_kernel({}, testing::TempDir()));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("this file cannot be written"));
}

// By NVRTC, for a cubin of sm_90.
class HeaderCompiled : public testing::Test {
 protected:
  void SetUp() override {
    const Result<NvrtcPlaces> places = find_nvrtc();
    if (!places) GTEST_SKIP() << places.error().message;
    places_ = places.value();
  }
  std::vector<std::byte> cubin(const std::string& head, const std::string& taken) const {
    const std::string kernel = head + R"(
extern "C" __global__ void f(float* data) {
  float d[4] = {data[0], data[1], data[2], data[3]};
  )" + taken + "\n  data[4] = d[0] + d[3];\n}\n";
    auto outcome = compile_kernel(places_, {kernel, "kernel.cu", 90, {}}, "");
    if (const auto* failed = std::get_if<CompileFailure>(&outcome)) {
      ADD_FAILURE() << failed->error.message << failed->log;
      return {};
    }
    return std::get<Compiled>(outcome).cubin;
  }
  static std::string header() { return read_file(TCVIZ_HEADER).value(); }
  static constexpr const char* taken = R"(TCVIZ(d, "mma.m16n8k16.acc.f32");)";

 private:
  NvrtcPlaces places_;
};

TEST_F(HeaderCompiled, HasCodeAndAVariable) {
  const std::vector<std::byte> with = cubin(header(), taken), without = cubin("", "");
  EXPECT_GT(with.size(), without.size());
  const std::string_view bytes(reinterpret_cast<const char*>(with.data()), with.size());
  EXPECT_NE(bytes.find("tcviz_live"), bytes.npos);
}

TEST_F(HeaderCompiled, SwitchedOffLeavesTheSameCode) {
  const std::vector<std::byte> off = cubin("#define TCVIZ_OFF\n" + header(), taken), without = cubin("", "");
  EXPECT_FALSE(off.empty());
  EXPECT_EQ(off, without);
}

}  // namespace
}  // namespace tcviz
