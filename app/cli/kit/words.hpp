// The words of a row in a table of options.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace tcviz::inline app_cli {

// Returns the words between blanks. They are parts of `text`.
inline std::vector<std::string_view> blank_separated(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace tcviz::inline app_cli
