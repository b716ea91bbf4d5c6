#include "app/scene/easel/text_metrics.hpp"

#include <array>

namespace tcviz::inline app_scene {
namespace {

// Advances as parts of the font size. Cousine has one for all; Roboto's are rounded up and grouped.
constexpr float mono_advance = 0.601f;
struct Advance {
  std::string_view characters;
  float width;
};
constexpr std::array sans_advances{
    Advance{"'", 0.18f},
    Advance{"!,.:;Iijl|`[]- ", 0.35f},
    Advance{"()\"frt/\\{}*", 0.45f},
    Advance{"?JL_^ckvxyz<>", 0.57f},
    Advance{"#$%&ABCDEFGHKNOPQRSTUVXYZw~+=", 0.76f},
    Advance{"@MWm", 0.90f},
};
constexpr float sans_default = 0.58f, sans_beyond_ascii = 0.72f;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

float sans_advance(char c) {
  if (static_cast<unsigned char>(c) >= 0x80) return sans_beyond_ascii;
  for (const Advance& group : sans_advances) {
    if (group.characters.find(c) != std::string_view::npos) return group.width;
  }
  return sans_default;
}

float advance(char c, Face face) { return face == Face::Mono ? mono_advance : sans_advance(c); }

// Returns the bytes of the longest beginning of `text`, at least one character, that is at most `width` wide.
std::size_t fitting_prefix(std::string_view text, Face face, float size, float width) {
  float used = 0;
  std::size_t n = 0;
  for (; n < text.size(); ++n) {
    if (!starts_character(text[n])) continue;
    used += advance(text[n], face) * size;
    if (used > width && n > 0) return n;
  }
  return n;
}

}  // namespace

float text_width(std::string_view text, Face face, float size) {
  float width = 0;
  for (char c : text) {
    if (starts_character(c)) width += advance(c, face);
  }
  return width * size;
}

std::vector<std::string> wrap_text(std::string_view text, Face face, float size, float width) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t fits = fitting_prefix(text, face, size, width);
    if (fits == text.size()) break;
    std::size_t cut = text.rfind(' ', fits);
    if (cut == std::string_view::npos || cut == 0) cut = fits;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(cut);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace tcviz::inline app_scene
