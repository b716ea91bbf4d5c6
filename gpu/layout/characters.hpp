// Reads texts character by character: sorts letters and digits, finds bytes that are not UTF-8, and hides characters
// that a terminal would obey.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline gpu_layout {

// True for the digits of ASCII, in every locale; letters and names are ASCII's, too.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name_start(char c) { return is_letter(c) || c == '_'; }
constexpr bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

// Returns the number that the whole text spells, in another base than 10 if one is passed. Accepts no blanks and no
// plus.
template <class Number, class... Base>
std::optional<Number> number_in(std::string_view text, Base... base) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The character at the front of a text that is not empty. `bytes` is 1 if no well-formed character stands there.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool well_formed = false;  // then it is neither a surrogate nor a code that Unicode calls no character
};
Character first_character(std::string_view text);

// Returns the place of the first byte that belongs to no well-formed character.
std::optional<std::size_t> first_ill_formed(std::string_view text);

// Returns the text so that it moves no cursor and rings no bell: control characters and bytes that are not UTF-8 become
// escapes such as "\x1b". Line ends and tabs stay.
std::string for_terminal(std::string_view text);

// Returns the text without blanks, tabs and line ends in front and behind.
std::string_view trimmed(std::string_view text);

}  // namespace tcviz::inline gpu_layout
