#include "app/export/ink/tex_text.hpp"

#include <algorithm>
#include <array>

namespace tcviz::inline app_export {
namespace {

struct Spelling {
  std::string_view plain, spelled;
};
constexpr std::array spellings{
    Spelling{"\\", "\\textbackslash{}"},
    Spelling{"{", "\\{"},
    Spelling{"}", "\\}"},
    Spelling{"#", "\\#"},
    Spelling{"$", "\\$"},
    Spelling{"%", "\\%"},
    Spelling{"&", "\\&"},
    Spelling{"_", "\\_"},
    Spelling{"^", "\\textasciicircum{}"},
    Spelling{"~", "\\textasciitilde{}"},
    Spelling{"<", "\\textless{}"},
    Spelling{">", "\\textgreater{}"},
    Spelling{"|", "\\textbar{}"},
    Spelling{"\"", "''"},
    Spelling{"`", "\\`{}"},
    Spelling{"-", "-{}"},  // two would become a dash
    Spelling{"\u00d7", "\\ensuremath{\\times}"},
    Spelling{"\u00b7", "\\ensuremath{\\cdot}"},
    Spelling{"\u2026", "\\ldots{}"},
    Spelling{"\u00a0", "~"},
};

// Returns the bytes of the character at the front; 1 for a byte that begins none.
std::size_t length_of_first(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  return std::min(length, text.size());
}

std::string spelled(std::string_view character) {
  for (const Spelling& row : spellings)
    if (row.plain == character) return std::string(row.spelled);
  const auto c = static_cast<unsigned char>(character.front());
  if (character.size() > 1 || c >= 0x7F) return "?";
  return c < 0x20 ? " " : std::string(character);
}

}  // namespace

std::string tex_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    escaped += spelled(text.substr(0, length));
    text.remove_prefix(length);
  }
  return escaped;
}

std::string comment_escaped(std::string_view text) {
  std::string escaped(text);
  for (char& c : escaped) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
    if (c == '\\') c = '/';
  }
  return escaped;
}

}  // namespace tcviz::inline app_export
