#include "app/export/xml_text.hpp"

#include <array>

namespace tcviz {
namespace {

struct Spelling {
  std::string_view plain, spelled;
};
constexpr std::array markup{Spelling{"&", "&amp;"}, Spelling{"<", "&lt;"}, Spelling{">", "&gt;"},
                            Spelling{"\"", "&quot;"}};

void replace_all(std::string& text, const Spelling& spelling) {
  for (std::size_t at = text.find(spelling.plain); at != std::string::npos;
       at = text.find(spelling.plain, at + spelling.spelled.size())) {
    text.replace(at, spelling.plain.size(), spelling.spelled);
  }
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped(text);
  for (char& c : escaped) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  for (const Spelling& spelling : markup) replace_all(escaped, spelling);
  return escaped;
}

std::string json_for_cdata(std::string_view json) {
  std::string text(json);
  replace_all(text, {"]]>", "]]\\u003e"});
  return text;
}

}  // namespace tcviz
