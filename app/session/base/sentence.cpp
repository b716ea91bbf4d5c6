#include "app/session/base/sentence.hpp"

#include <algorithm>
#include <cctype>

namespace tcviz::inline app_session {
namespace {

bool begins_with_name(const std::string& text) {
  const auto end = std::ranges::find_if(text, [](unsigned char c) { return std::isalpha(c) == 0; });
  return end != text.end() && (*end == '[' || *end == '_' || std::isdigit(static_cast<unsigned char>(*end)) != 0);
}

}  // namespace

std::string sentence(std::string text) {
  if (text.empty()) return text;
  if (!begins_with_name(text)) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  if (text.back() != '.') text += '.';
  return text;
}

}  // namespace tcviz::inline app_session
