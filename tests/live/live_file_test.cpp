// The reader of live registers: whole, and with every defect that it has a sentence for.
#include "gpu/kernel/live/live_file.hpp"

#include <gmock/gmock.h>

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr std::size_t head = 160, place = 24, shot = 192;

LiveFile small_file() {
  LiveFile file;
  file.capability = 90;
  file.missed = 7;
  file.block = {1, 2, 3};
  file.grid = {4, 5, 6};
  file.threads = {32, 2, 1};
  file.gpu = "a GPU";
  file.places = {{5 << 6 | 1, 9, 41, 1}};
  LiveSnapshot one;
  one.key = 5 << 6 | 1;
  one.line = 41;
  one.warp = 1;
  one.lanes = 0xFFFF;
  one.lane_bytes = 8;
  one.reached = 3;
  one.kind = "mma.m16n8k16.b.f16";
  one.file = "kernel.cu";
  for (int byte = 0; byte < 256; ++byte) one.bytes.push_back(static_cast<std::uint8_t>(byte));
  file.snapshots = {one};
  return file;
}

// The file with a little-endian word at a byte changed.
std::string with_word(std::size_t at, std::uint32_t word) {
  std::string bytes = write_live(small_file());
  for (std::size_t byte = 0; byte < 4; ++byte) bytes[at + byte] = static_cast<char>(word >> 8 * byte);
  return bytes;
}

std::string refusal(const std::string& bytes) {
  const Result<LiveFile> file = read_live(bytes);
  return file ? "it was read" : file.error().message;
}

TEST(LiveFile, ComesBackAsItWas) {
  const LiveFile file = small_file();
  const Result<LiveFile> read = read_live(write_live(file));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const LiveFile& back = read.value();
  EXPECT_EQ(back.capability, 90);
  EXPECT_EQ(back.missed, 7u);
  EXPECT_EQ(back.block, file.block);
  EXPECT_EQ(back.grid, file.grid);
  EXPECT_EQ(back.threads, file.threads);
  EXPECT_EQ(back.gpu, "a GPU");
  ASSERT_EQ(back.places.size(), 1u);
  EXPECT_EQ(back.places[0].reached, 9u);
  ASSERT_EQ(back.snapshots.size(), 1u);
  const LiveSnapshot& one = back.snapshots[0];
  EXPECT_EQ(one.line, 41u);
  EXPECT_EQ(one.lanes, 0xFFFFu);
  EXPECT_EQ(one.reached, 3u);
  EXPECT_EQ(one.kind, "mma.m16n8k16.b.f16");
  EXPECT_EQ(one.file, "kernel.cu");
  EXPECT_EQ(one.bytes, file.snapshots[0].bytes);
  EXPECT_EQ(write_live(back), write_live(file));
}

TEST(LiveFile, EveryDefectHasASentence) {
  EXPECT_THAT(refusal(""), HasSubstr("not a file of live registers"));
  EXPECT_THAT(refusal("tcvizliv"), HasSubstr("not a file of live registers"));
  EXPECT_THAT(refusal(std::string(500, 'x')), HasSubstr("not a file of live registers"));
  EXPECT_THAT(refusal(with_word(8, 2)), HasSubstr("version 2, and this tcviz reads version 1"));
  EXPECT_THAT(refusal(with_word(12, 161)), HasSubstr("161 bytes instead of 160"));
  EXPECT_THAT(refusal(with_word(16, 100000)), HasSubstr("no compute capability 100000"));
  EXPECT_THAT(refusal(with_word(20, 1025)), HasSubstr("1025 places"));
  EXPECT_THAT(refusal(with_word(20, 1000)), HasSubstr("ends too early: it says 1000 places"));
  EXPECT_THAT(refusal(with_word(24, 0xFFFFFFFF)), HasSubstr("4294967295 snapshots"));
  EXPECT_THAT(refusal(with_word(24, 0)), HasSubstr("448 bytes follow the last snapshot"));
  EXPECT_THAT(refusal(with_word(head + 20, 2)), HasSubstr("place 0: warp 2 does not fit its key"));
  EXPECT_THAT(refusal(with_word(head + place + 12, 32)), HasSubstr("snapshot 0: warp 32 does not fit"));
  EXPECT_THAT(refusal(with_word(head + place + 16, 0)), HasSubstr("no lane reached TCVIZ"));
  for (const std::uint32_t bytes : {0u, 6u, 516u})
    EXPECT_THAT(refusal(with_word(head + place + 20, bytes)), HasSubstr("4 to 512, whole registers"));
  EXPECT_THAT(refusal(with_word(head + place + 20, 12)), HasSubstr("128 bytes too early"));
}

TEST(LiveFile, EveryShorterOneIsRefused) {
  const std::string bytes = write_live(small_file());
  ASSERT_EQ(bytes.size(), head + place + shot + 256);
  for (std::size_t length = 0; length < bytes.size(); ++length)
    ASSERT_FALSE(read_live(bytes.substr(0, length)).ok()) << length;
}

TEST(LiveFile, ControlCharactersNeverReachATerminal) {
  LiveFile file = small_file();
  file.gpu = "a\033[31mGPU";
  file.snapshots[0].kind = std::string(100, 'k');  // longer than the format's
  const Result<LiveFile> read = read_live(write_live(file));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().gpu, "a?[31mGPU");
  EXPECT_EQ(read.value().snapshots[0].kind, std::string(63, 'k'));
}

}  // namespace
}  // namespace tcviz
