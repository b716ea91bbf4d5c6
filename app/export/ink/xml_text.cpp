#include "app/export/ink/xml_text.hpp"

#include <array>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_export {
namespace {

struct XmlTextSpelling {
  std::string_view plain, spelled;
};
constexpr std::array markup{XmlTextSpelling{"&", "&amp;"}, XmlTextSpelling{"<", "&lt;"}, XmlTextSpelling{">", "&gt;"},
                            XmlTextSpelling{"\"", "&quot;"}};

void replace_all(std::string& text, const XmlTextSpelling& spelling) {
  for (std::size_t at = text.find(spelling.plain); at != std::string::npos;
       at = text.find(spelling.plain, at + spelling.spelled.size())) {
    text.replace(at, spelling.plain.size(), spelling.spelled);
  }
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.well_formed)
      escaped += "\ufffd";
    else if (character.code < 0x20)
      escaped += ' ';
    else
      escaped += text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
  }
  for (const XmlTextSpelling& spelling : markup) replace_all(escaped, spelling);
  return escaped;
}

std::string json_for_cdata(std::string_view json) {
  std::string text(json);
  replace_all(text, {"]]>", "]]\\u003e"});
  replace_all(text, {"\uFFFE", "\\ufffe"});  // XML has no place for these two, however they are spelled
  replace_all(text, {"\uFFFF", "\\uffff"});
  return text;
}

}  // namespace tcviz::inline app_export
