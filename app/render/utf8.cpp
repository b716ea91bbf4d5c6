// A decoder for well-formed text that survives any other.
#include "app/render/utf8.hpp"

#include <cstddef>

namespace tcviz::inline app_render {
namespace {

constexpr char32_t replacement = 0xFFFD;

unsigned byte_at(std::string_view text, std::size_t k) { return static_cast<unsigned char>(text[k]); }

// Returns the bytes of the character that starts with `lead`: 0xxxxxxx 1, 110xxxxx 2, 1110xxxx 3, 11110xxx 4, anything
// else 0.
std::size_t length_of(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead >> 5 == 0x6) return 2;
  if (lead >> 4 == 0xE) return 3;
  return lead >> 3 == 0x1E ? 4 : 0;
}

bool continues(std::string_view text, std::size_t begin, std::size_t end) {
  if (end > text.size()) return false;
  for (std::size_t k = begin; k < end; ++k) {
    if (byte_at(text, k) >> 6 != 0x2) return false;
  }
  return true;
}

}  // namespace

void decode_utf8(std::string_view text, std::vector<char32_t>& characters) {
  characters.clear();
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = length_of(byte_at(text, k));
    if (length == 0 || !continues(text, k + 1, k + length)) {
      characters.push_back(replacement);
      ++k;
      continue;
    }
    char32_t character = length == 1 ? byte_at(text, k) : byte_at(text, k) & (0x7FU >> length);
    for (std::size_t next = 1; next < length; ++next) character = character << 6 | (byte_at(text, k + next) & 0x3FU);
    characters.push_back(character);
    k += length;
  }
}

}  // namespace tcviz::inline app_render
