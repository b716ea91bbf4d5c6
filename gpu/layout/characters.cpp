#include "gpu/layout/characters.hpp"

#include <fmt/format.h>

#include <array>

namespace tcviz::inline gpu_layout {
namespace {

// The length of a character by its lead byte, and the smallest code that needs so many bytes.
struct Length {
  unsigned char mask, lead;
  std::size_t bytes;
  char32_t least;
};
constexpr std::array lengths{Length{0x80, 0x00, 1, 0}, Length{0xE0, 0xC0, 2, 0x80}, Length{0xF0, 0xE0, 3, 0x800},
                             Length{0xF8, 0xF0, 4, 0x10000}};

bool is_character(char32_t code) {
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code <= 0x10FFFF && !surrogate && (code & 0xFFFE) != 0xFFFE;
}

// True for C0 but line ends and tabs, for DEL, and for C1.
bool is_control(char32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (const Length& length : lengths) {
    if ((byte(0) & length.mask) != length.lead || text.size() < length.bytes) continue;
    char32_t code = byte(0) & static_cast<unsigned char>(~length.mask);
    if (length.bytes == 1) code = byte(0);
    for (std::size_t at = 1; at < length.bytes; ++at) {
      if ((byte(at) & 0xC0) != 0x80) return {};
      code = code << 6 | (byte(at) & 0x3Fu);
    }
    if (code < length.least || !is_character(code)) return {};
    return {code, length.bytes, true};
  }
  return {};
}

std::optional<std::size_t> first_ill_formed(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    if (!character.well_formed) return at;
    at += character.bytes;
  }
  return std::nullopt;
}

std::string for_terminal(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.well_formed && !is_control(character.code)) {
      shown += text.substr(0, character.bytes);
    } else {
      for (const char byte : text.substr(0, character.bytes))
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    text.remove_prefix(character.bytes);
  }
  return shown;
}

std::optional<std::uint64_t> number_in_c(std::string_view text) {
  constexpr std::string_view suffixes = "uUlL";
  text = trimmed(text);
  while (!text.empty() && suffixes.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  return number_in<std::uint64_t>(hex ? text.substr(2) : text, hex ? 16 : 10);
}

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  for (char& letter : lowered)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lowered;
}

std::string_view last_part(std::string_view name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace tcviz::inline gpu_layout
