// Functions of bits against the manual's loops, for many words.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/xray/body.hpp"

namespace tcviz {
namespace {

bool bit_of(std::uint64_t word, int at) { return ((word >> at) & 1) != 0; }

// The loop of PTX ISA 9.0, "bfind": from the highest place down to the first bit that is not the sign.
std::uint32_t found_bit(std::uint64_t word, int bits, bool is_signed, bool shift) {
  const bool sign = is_signed && bit_of(word, bits - 1);
  for (int at = bits - 1; at >= 0; --at)
    if (bit_of(word, at) != sign) return static_cast<std::uint32_t>(shift ? bits - 1 - at : at);
  return 0xFFFFFFFF;
}

TEST(Bits, FindTheHighestThatIsNotTheSign) {
  constexpr std::array<std::uint64_t, 9> words = {0,          1,          0x80,       0x7FFFFFFF,        0x80000000,
                                                  0xFFFFFFFF, 0xFFFF0000, 0x80000001, 0x123456789ABCDEF0};
  for (const char* type : {"u32", "s32", "u64", "s64"})
    for (const bool shift : {false, true})
      for (const std::uint64_t given : words)
        for (const std::uint64_t word : {given, ~given}) {
          const int bits = type[1] == '3' ? 32 : 64;
          const std::uint64_t cut = bits == 32 ? word & 0xFFFFFFFF : word;
          const std::string body = fmt::format(
              "mov.b{} %{}5, {:#x}; bfind{}.{} %r6, %{}5; setp.eq.u32 %p1, %r6, {:#x}; selp.f32 %f2, %f1, 0f00000000, "
              "%p1;",
              bits, bits == 32 ? "r" : "rd", cut, shift ? ".shiftamt" : "", type, bits == 32 ? "r" : "rd",
              found_bit(cut, bits, type[0] == 's', shift));
          const XrayReport report = run_body(body + stores);
          EXPECT_EQ(report.verdict, VerdictState::Right) << body << report.refused.value_or("");
        }
}

// The loop of PTX ISA 9.0, "bfe".
std::uint64_t extracted(std::uint64_t word, int bits, bool is_signed, int at, int length) {
  const bool sign = is_signed && length > 0 && bit_of(word, std::min(at + length - 1, bits - 1));
  std::uint64_t made = 0;
  for (int bit = 0; bit < bits; ++bit) {
    const bool is_in = bit < length && at + bit < bits;
    made |= std::uint64_t{is_in ? bit_of(word, at + bit) : sign} << bit;
  }
  return made;
}

TEST(Bits, AreExtractedBeyondTheEndOfTheWord) {
  for (const char* type : {"u32", "s32", "u64", "s64"})
    for (const std::uint64_t word : {0x8000000080000000U, 0x7123456789ABCDEFU, ~std::uint64_t{0}})
      for (const int at : {0, 7, 16, 28, 31, 32, 60, 63, 64, 255})
        for (const int length : {0, 1, 8, 32, 40, 64, 255}) {
          const int bits = type[1] == '3' ? 32 : 64;
          const std::uint64_t cut = bits == 32 ? word & 0xFFFFFFFF : word;
          const char* const name = bits == 32 ? "r" : "rd";
          const std::string body = fmt::format(
              "mov.b{0} %{1}5, {2:#x}; bfe.{3} %{1}6, %{1}5, {4}, {5}; setp.eq.u{0} %p1, %{1}6, {6:#x}; selp.f32 %f2, "
              "%f1, "
              "0f00000000, %p1;",
              bits, name, cut, type, at, length, extracted(cut, bits, type[0] == 's', at, length));
          EXPECT_EQ(run_body(body + stores).verdict, VerdictState::Right) << body;
        }
}

// What ends at the largest numbers goes on at the least.
TEST(WholeNumbers, WrapAroundAsTheManualSays) {
  struct Row {
    const char *computes, *type, *expected;
  };
  const Row rows[] = {
      {"mov.b32 %r5, 0xFFFFFFFF; mul.hi.u32 %r6, %r5, %r5;", "32", "%r6, 0xFFFFFFFE"},
      {"mov.b32 %r5, 0x80000000; mul.hi.s32 %r6, %r5, %r5;", "32", "%r6, 0x40000000"},
      {"mov.b64 %rd5, 0xFFFFFFFFFFFFFFFF; mul.hi.u64 %rd6, %rd5, %rd5;", "64", "%rd6, 0xFFFFFFFFFFFFFFFE"},
      {"mov.b32 %r5, 0x80000000; mov.b64 %rd5, 0x4000000000000001; mad.wide.s32 %rd6, %r5, %r5, %rd5;", "64",
       "%rd6, 0x8000000000000001"},
      {"mov.b16 %h1, 0x8000; mov.b32 %r5, 0x7FFFFFFF; mad.wide.s16 %r6, %h1, %h1, %r5;", "32", "%r6, 0xBFFFFFFF"},
      {".shared .b64 end[1]; mov.u64 %rd5, end; mov.u64 %rd6, end + 9223372036854775807; sub.s64 %rd6, %rd6, %rd5;",
       "64", "%rd6, 0x7FFFFFFFFFFFFFFF"},
  };
  for (const Row& row : rows) {
    const std::string body = fmt::format("{} setp.eq.u{} %p1, {}; selp.f32 %f2, %f1, 0f00000000, %p1;", row.computes,
                                         row.type, row.expected);
    const XrayReport report = run_body(body + stores);
    EXPECT_EQ(report.verdict, VerdictState::Right) << body << report.refused.value_or("");
  }
}

}  // namespace
}  // namespace tcviz
