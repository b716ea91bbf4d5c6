#include "app/export/xml_text.hpp"

#include <array>

namespace tcviz {
namespace {

struct Spelling {
  std::string_view plain, spelled;
};
constexpr std::array markup{Spelling{"&", "&amp;"}, Spelling{"<", "&lt;"}, Spelling{">", "&gt;"},
                            Spelling{"\"", "&quot;"}};
// U+FFFE and U+FFFF are no XML characters.
constexpr std::array content{Spelling{"]]>", "]]\\u003e"}, Spelling{"\xEF\xBF\xBE", "\\ufffe"},
                             Spelling{"\xEF\xBF\xBF", "\\uffff"}};
constexpr std::array no_characters{Spelling{"\xEF\xBF\xBE", " "}, Spelling{"\xEF\xBF\xBF", " "}};

template <std::size_t N>
void replace_all(std::string& text, const std::array<Spelling, N>& spellings) {
  for (const Spelling& spelling : spellings) {
    for (std::size_t at = text.find(spelling.plain); at != std::string::npos;
         at = text.find(spelling.plain, at + spelling.spelled.size())) {
      text.replace(at, spelling.plain.size(), spelling.spelled);
    }
  }
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped(text);
  for (char& c : escaped) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  replace_all(escaped, no_characters);
  replace_all(escaped, markup);
  return escaped;
}

std::string json_for_cdata(std::string_view json) {
  std::string text(json);
  replace_all(text, content);
  return text;
}

}  // namespace tcviz
