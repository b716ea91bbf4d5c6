#include "gpu/source/sass/warp_memory.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tcviz {
namespace {

std::array<std::uint8_t, 128> source() {
  std::array<std::uint8_t, 128> bytes{};
  for (std::size_t at = 0; at < bytes.size(); ++at) bytes[at] = static_cast<std::uint8_t>(at + 1);
  return bytes;
}

TEST(WarpMemory, BothBuffersLieAcrossFourGiB) {
  const auto bytes = source();
  const WarpMemory memory(bytes, 256);
  EXPECT_NE(memory.source_address() >> 32, (memory.source_address() + bytes.size() - 1) >> 32);
  EXPECT_NE(memory.sink_address() >> 32, (memory.sink_address() + 255) >> 32);
  EXPECT_EQ(memory.source_address() % 32, 0u);
}

TEST(WarpMemory, ReadsWhatIsThereAndNothingElse) {
  const auto bytes = source();
  const WarpMemory memory(bytes, 64);
  std::array<std::uint8_t, 4> word{};
  EXPECT_TRUE(memory.load(memory.source_address() + 124, word).empty());
  EXPECT_EQ(word, (std::array<std::uint8_t, 4>{125, 126, 127, 128}));
  EXPECT_FALSE(memory.load(memory.source_address() + 128, word).empty());
  EXPECT_FALSE(memory.load(memory.source_address() - 4, word).empty());
  EXPECT_FALSE(memory.load(memory.source_address() + 2, word).empty()) << "not aligned";
  EXPECT_FALSE(memory.load(memory.source_address() + (std::uint64_t{1} << 32), word).empty()) << "a carry too many";
}

TEST(WarpMemory, KnowsWhatWasWritten) {
  const auto bytes = source();
  WarpMemory memory(bytes, 64);
  const std::array<std::uint8_t, 16> values{7};
  for (std::uint64_t at = 0; at < 64; at += 16) {
    EXPECT_FALSE(memory.all_written());
    EXPECT_TRUE(memory.store(memory.sink_address() + at, values).empty());
  }
  EXPECT_TRUE(memory.all_written());
  EXPECT_EQ(memory.sink()[48], 7);
  EXPECT_FALSE(memory.store(memory.sink_address(), values).empty()) << "twice";
  EXPECT_FALSE(memory.store(memory.source_address(), values).empty()) << "the source is not written";
}

}  // namespace
}  // namespace tcviz
