// Numbers to bits and back against the compiler's own floating-point types, over the whole range that is promised.
#include "gpu/source/probe/element_codec.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace tcviz {
namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

TEST(ElementCodec, HalfIsTheCompilersHalf) {
  for (int value = -2048; value <= 2048; ++value) {
    EXPECT_EQ(encode(ElementType::F16, value), bits_of(static_cast<_Float16>(value))) << value;
  }
}

TEST(ElementCodec, EveryFiniteHalfIsDecodedAsTheCompilerDoes) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if ((bits >> 10 & 31) == 31) continue;
    _Float16 half;
    const auto narrow = static_cast<std::uint16_t>(bits);
    std::memcpy(&half, &narrow, sizeof half);
    EXPECT_EQ(decode(ElementType::F16, bits), static_cast<double>(half)) << bits;
  }
}

TEST(ElementCodec, FloatsAreTheCompilersFloats) {
  for (int value = -300; value <= 300; ++value) {
    EXPECT_EQ(encode(ElementType::F32, value), bits_of(static_cast<float>(value)));
    EXPECT_EQ(encode(ElementType::TF32, value), bits_of(static_cast<float>(value)));
    EXPECT_EQ(encode(ElementType::F64, value), bits_of(static_cast<double>(value)));
  }
  for (int value = -256; value <= 256; ++value) {
    EXPECT_EQ(encode(ElementType::BF16, value), bits_of(static_cast<float>(value)) >> 16);
  }
}

// e5m2 is the upper half of f16; e4m3 goes up to 448, and only its last code is no number (OCP, 8-bit floating point).
TEST(ElementCodec, EightBitFloats) {
  for (int value = -8; value <= 8; ++value) {
    EXPECT_EQ(encode(ElementType::E5M2, value), bits_of(static_cast<_Float16>(value)) >> 8) << value;
    EXPECT_EQ(decode(ElementType::E5M2, encode(ElementType::E5M2, value)), value);
  }
  for (int value = -16; value <= 16; ++value)
    EXPECT_EQ(decode(ElementType::E4M3, encode(ElementType::E4M3, value)), value) << value;
  EXPECT_EQ(encode(ElementType::E4M3, 1), 0x38u);
  EXPECT_EQ(decode(ElementType::E4M3, 0x7E), 448);
  EXPECT_EQ(decode(ElementType::E4M3, 0x81), -0.001953125);
  EXPECT_NE(decode(ElementType::E4M3, 0x7F), decode(ElementType::E4M3, 0x7F));
}

TEST(ElementCodec, IntegersKeepTheirSignAndWidth) {
  for (int value = -8; value < 8; ++value) EXPECT_EQ(decode(ElementType::S4, encode(ElementType::S4, value)), value);
  for (int value = 0; value < 16; ++value) EXPECT_EQ(encode(ElementType::U4, value), static_cast<unsigned>(value));
  for (int value = -128; value < 128; ++value)
    EXPECT_EQ(decode(ElementType::S8, encode(ElementType::S8, value)), value);
  for (int value = 0; value < 256; ++value) EXPECT_EQ(decode(ElementType::U8, encode(ElementType::U8, value)), value);
  EXPECT_EQ(encode(ElementType::S32, -1), 0xFFFFFFFFu);
  EXPECT_EQ(decode(ElementType::S32, 0x80000000u), -2147483648.0);
}

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
