// Bits and numbers of every type, there and back, against the formats' definitions in exact arithmetic.
#include "gpu/layout/element_value.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tcviz {
namespace {

// The definition (IEEE 754, 3.4; OCP, 8-bit floating point), by whole numbers and powers of two alone.
struct Definition {
  ElementType type;
  int exponent_bits, fraction_bits, bias, largest, first_nan;  // the last two: codes without a sign
};
constexpr Definition definitions[] = {{ElementType::F16, 5, 10, 15, 0x7bff, 0x7c01},
                                      {ElementType::BF16, 8, 7, 127, 0x7f7f, 0x7f81},
                                      {ElementType::E4M3, 4, 3, 7, 0x7e, 0x7f},
                                      {ElementType::E5M2, 5, 2, 15, 0x7b, 0x7d}};

double number_of(const Definition& of, int code) {
  const int exponent = code >> of.fraction_bits, fraction = code % (1 << of.fraction_bits);
  const int significand = exponent == 0 ? fraction : fraction + (1 << of.fraction_bits);
  return significand * std::pow(2.0, std::max(exponent, 1) - of.bias - of.fraction_bits);
}

TEST(ElementValue, EveryCodeOfTheNarrowFloatsThereAndBack) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Definition& of : definitions) {
    const int sign = 1 << (of.exponent_bits + of.fraction_bits);
    for (int code = 0; code < sign; ++code) {
      const double minus = decode(of.type, code | sign), plus = decode(of.type, code);
      ASSERT_EQ(std::isnan(plus) && std::isnan(minus), code >= of.first_nan) << name_of(of.type) << " " << code;
      if (code >= of.first_nan) {
        ASSERT_TRUE(std::isnan(decode(of.type, encode(of.type, plus))));
        continue;
      }
      const double number = code > of.largest ? infinity : number_of(of, code);
      ASSERT_EQ(plus, number) << name_of(of.type) << " " << code;
      ASSERT_EQ(minus, -number);
      ASSERT_EQ(std::signbit(minus), true);
      if (of.type == ElementType::E5M2 && code > of.largest) continue;  // saturates
      ASSERT_EQ(encode(of.type, number), static_cast<unsigned>(code)) << name_of(of.type);
      ASSERT_EQ(encode(of.type, -number), static_cast<unsigned>(code | sign)) << name_of(of.type);
    }
  }
}

// Between each two neighbours: below the middle, the middle itself, above it; and the step from one to the other.
TEST(ElementValue, NarrowFloatsRoundToTheNearest) {
  for (const Definition& of : definitions) {
    const auto sign = std::uint64_t{1} << (of.exponent_bits + of.fraction_bits);
    for (int code = 0; code < of.largest; ++code) {
      const double low = number_of(of, code), high = number_of(of, code + 1);
      const double middle = (low + high) / 2, step = high - low;
      const auto lower = static_cast<std::uint64_t>(code), even = lower + lower % 2;
      ASSERT_EQ(encode(of.type, middle - step / 8), lower) << name_of(of.type);
      ASSERT_EQ(encode(of.type, middle + step / 8), lower + 1);
      ASSERT_EQ(encode(of.type, middle), even);
      ASSERT_EQ(encode(of.type, -middle), even | sign);
      ASSERT_EQ(encode(of.type, middle, Ties::Away), lower + 1);
      ASSERT_EQ(encode(of.type, -middle, Ties::Away), (lower + 1) | sign);
      ASSERT_EQ(ulp(of.type, low), step) << name_of(of.type) << " " << code;
    }
  }
}

// Those whose middle is a number of f32 or f64, which their neighbours are too.
TEST(ElementValue, WiderFloats) {
  for (std::uint32_t fraction = 0; fraction < 1024; ++fraction) {
    const std::uint64_t code = 0x3f800000 | fraction << 13;
    const double number = 1 + fraction / 1024.0;
    ASSERT_EQ(decode(ElementType::TF32, code), number);
    ASSERT_EQ(encode(ElementType::TF32, number), code);
    ASSERT_EQ(encode(ElementType::TF32, number + 0x1p-11), code + 0x2000);  // cvt.rna: ties away from zero
    ASSERT_EQ(encode(ElementType::TF32, number + 0x1p-11, Ties::Even), fraction % 2 == 0 ? code : code + 0x2000);
  }
  for (int value = -300; value <= 300; ++value) {
    const auto code = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    ASSERT_EQ(encode(ElementType::F32, value), code);
    ASSERT_EQ(encode(ElementType::TF32, value), code);
    ASSERT_EQ(encode(ElementType::F64, value), std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  }
  EXPECT_EQ(encode(ElementType::F32, 1 + 0x1p-24), 0x3f800000u);
  EXPECT_EQ(encode(ElementType::F64, 1 + 0x1p-52), 0x3ff0000000000001u);
  EXPECT_EQ(decode(ElementType::F64, 0x3ff0000000000001u), 1 + 0x1p-52);
}

TEST(ElementValue, LargerNumbers) {
  EXPECT_EQ(encode(ElementType::F16, 65519), 0x7bffu);  // below the middle of the largest number and 65536
  EXPECT_EQ(encode(ElementType::F16, 65520), 0x7c00u);  // the tie goes to even, which is no number any more
  EXPECT_EQ(encode(ElementType::F16, -1e300), 0xfc00u);
  EXPECT_EQ(encode(ElementType::BF16, 3.4e38), 0x7f80u);
  EXPECT_EQ(encode(ElementType::E4M3, 465), 0x7eu);
  EXPECT_EQ(encode(ElementType::E4M3, -HUGE_VAL), 0xfeu);
  EXPECT_EQ(encode(ElementType::E5M2, 1e9), 0x7bu);
  EXPECT_EQ(encode(ElementType::E5M2, HUGE_VAL), 0x7bu);
  EXPECT_EQ(encode(ElementType::S8, 200), 127u);
  EXPECT_EQ(encode(ElementType::S8, -200), 0x80u);
  EXPECT_EQ(encode(ElementType::U8, -1), 0u);
  EXPECT_EQ(encode(ElementType::S32, 1e10), 0x7fffffffu);
}

TEST(ElementValue, EveryWholeNumberThereAndBack) {
  const auto there_and_back = [](ElementType type, int from, int to) {
    for (int value = from; value <= to; ++value) {
      ASSERT_EQ(decode(type, encode(type, value)), value) << name_of(type);
      ASSERT_EQ(encode(type, value), static_cast<unsigned>(value) & ((1u << element_bits(type)) - 1));
      ASSERT_EQ(decode(type, encode(type, value) | std::uint64_t{0xab} << element_bits(type)), value);
    }
  };
  there_and_back(ElementType::B1, 0, 1);
  there_and_back(ElementType::U4, 0, 15);
  there_and_back(ElementType::S4, -8, 7);
  there_and_back(ElementType::U8, 0, 255);
  there_and_back(ElementType::S8, -128, 127);
  there_and_back(ElementType::B16, 0, 65535);
  EXPECT_EQ(encode(ElementType::S32, -1), 0xffffffffu);
  EXPECT_EQ(decode(ElementType::S32, 0x80000000u), -2147483648.0);
}

TEST(ElementValue, AnUlpIsTheStepToTheNextNumber) {
  EXPECT_EQ(ulp(ElementType::F16, 0), 0x1p-24);
  EXPECT_EQ(ulp(ElementType::F32, -4), 0x1p-21);
  EXPECT_EQ(ulp(ElementType::F64, 1), 0x1p-52);
  EXPECT_EQ(ulp(ElementType::F64, 0), 0x1p-1074);
  EXPECT_EQ(ulp(ElementType::S32, 5), 0);
}

}  // namespace
}  // namespace tcviz
