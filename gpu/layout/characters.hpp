// Functions on characters: classifies ASCII letters and digits, finds bytes that are not UTF-8, and escapes characters
// that would control a terminal.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_layout {

// True for an ASCII digit, in every locale. The functions below are for ASCII too.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name_start(char c) { return is_letter(c) || c == '_'; }
constexpr bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

// Returns the number that the whole text spells, in base 10 or in another one that is passed; none if it spells no
// number. Accepts no blanks and no plus sign.
template <class Number, class... Base>
std::optional<Number> number_in(std::string_view text, Base... base) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Returns the number that a whole text spells as C does, "0x10ull" or "16", with blanks around it; none if it is none.
std::optional<std::uint64_t> number_in_c(std::string_view text);

// The first character of a text that is not empty. If it is not well-formed UTF-8, `bytes` is 1.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool well_formed = false;  // it is valid UTF-8, and neither a surrogate nor a noncharacter of Unicode
};
Character first_character(std::string_view text);

// Returns the offset of the first byte that does not belong to a well-formed character; none if there is none.
std::optional<std::size_t> first_ill_formed(std::string_view text);

// Returns the text with control characters and bytes that are not UTF-8 escaped ("\x1b"), so that it cannot control a
// terminal. Keeps line ends and tabs.
std::string for_terminal(std::string_view text);

// Returns the text with small letters in the place of capitals.
std::string lower_case(std::string_view text);
// Returns the last part of a name in C++: "BM" of "Config::BM".
std::string_view last_part(std::string_view name);

// Returns the text without blanks, tabs and line ends at its begin and end.
std::string_view trimmed(std::string_view text);

}  // namespace tcviz::inline gpu_layout
