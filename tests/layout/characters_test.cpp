#include "gpu/layout/characters.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(Characters, WellFormedIsWhatUnicodeSays) {
  for (const std::string_view fine : {"", "a", "\u00fc", "\u20ac", "\U0001f600", "a\tb\n", "\u7f00\ufffd"})
    EXPECT_FALSE(first_ill_formed(fine)) << fine;
  struct Broken {
    std::string_view text;
    std::size_t at;
  };
  for (const Broken& broken : {Broken{"\x80", 0}, Broken{"a\xC3", 1}, Broken{"\xC0\x80", 0},
                               Broken{"ab\xED\xA0\x80", 2}, Broken{"\xF4\x90\x80\x80", 0}, Broken{"\xE2\x28\xA1", 0},
                               Broken{"\xEF\xBF\xBE", 0}, Broken{"\u00fc\xEF\xBF\xBF", 2}, Broken{"\xFF", 0}})
    EXPECT_EQ(first_ill_formed(broken.text), broken.at);
}

TEST(Characters, EveryCodeIsTakenAsItIsSpelled) {
  for (char32_t code = 1; code < 0x110000; code += code < 0x3000 ? 1 : 97) {
    std::string text;
    if (code < 0x80)
      text = {static_cast<char>(code)};
    else if (code < 0x800)
      text = {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
    else if (code < 0x10000)
      text = {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
              static_cast<char>(0x80 | (code & 63))};
    else
      text = {static_cast<char>(0xF0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 63)),
              static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))};
    const Character character = first_character(text + "x");
    const bool surrogate = code >= 0xD800 && code < 0xE000, none = (code & 0xFFFF) >= 0xFFFE;
    ASSERT_EQ(character.well_formed, !surrogate && !none) << static_cast<std::uint32_t>(code);
    if (!character.well_formed) continue;
    EXPECT_EQ(character.code, code);
    EXPECT_EQ(character.bytes, text.size());
  }
}

TEST(Characters, ATerminalIsToldNothing) {
  EXPECT_EQ(for_terminal("a\n\tb \u00fc\u2192"), "a\n\tb \u00fc\u2192");
  EXPECT_EQ(for_terminal("\x1b[2J\x07\r\x7f"), "\\x1b[2J\\x07\\x0d\\x7f");
  EXPECT_EQ(for_terminal("\xc2\x9b"
                         "1m\xff\xc3"),
            "\\xc2\\x9b1m\\xff\\xc3");
}

}  // namespace
}  // namespace tcviz
