// Functions of bits against the manual's loops, for many words.
#include <fmt/format.h>
#include <gmock/gmock.h>

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

}  // namespace
}  // namespace tcviz
