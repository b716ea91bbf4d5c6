// Bits packed into matrices and words, and back.
#include "gpu/source/probe/trial/element_codec.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(ElementCodec, NarrowTypesPackLowBitsFirst) {
  const std::uint64_t nibbles[] = {1, 2, 3, 4};  // a 2x2 matrix
  EXPECT_EQ(pack_matrix(ElementType::U4, 2, 2, MemoryOrder::Row, nibbles), (std::vector<std::uint8_t>{0x21, 0x43}));
  EXPECT_EQ(pack_matrix(ElementType::U4, 2, 2, MemoryOrder::Col, nibbles), (std::vector<std::uint8_t>{0x31, 0x42}));
  const std::uint64_t bits[] = {1, 0, 0, 1, 1, 0, 1, 0};
  EXPECT_EQ(pack_matrix(ElementType::B1, 1, 8, MemoryOrder::Row, bits), (std::vector<std::uint8_t>{0x59}));
}

TEST(ElementCodec, WordsRoundTripForEveryKind) {
  for (const Kind& kind : catalogue(Family::Wmma)) {
    std::vector<std::uint64_t> slots(static_cast<std::size_t>(kind.threads) * kind.values);
    std::uint64_t seed = 88172645463325252ull;
    for (auto& slot : slots) {
      seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
      slot = seed >> (64 - element_bits(kind.type));
    }
    EXPECT_EQ(unpack_words(kind, pack_words(kind, slots)), slots) << kind.id;
  }
}

}  // namespace
}  // namespace tcviz
