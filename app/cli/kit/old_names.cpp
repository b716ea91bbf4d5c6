#include "app/cli/kit/old_names.hpp"

#include <algorithm>
#include <array>

namespace tcviz::inline app_cli {
namespace {

struct OldName {
  std::string_view old, today;
};

constexpr std::array<OldName, 4> old_options = {
    {{"--mark", "--pin"}, {"--select", "--pin"}, {"--colour-by", "--color-by"}, {"--colour", "--color"}}};
constexpr std::array<OldName, 2> old_views = {{{"both", "combined"}, {"compare", "comparison"}}};
constexpr std::array<OldName, 1> old_commands = {{{"compare", "diff"}}};

template <std::size_t Count>
std::string_view renamed(const std::array<OldName, Count>& rows, std::string_view name) {
  const auto row = std::ranges::find(rows, name, &OldName::old);
  return row == rows.end() ? name : row->today;
}

// Returns today's value of an option, as in "--view both" and "--view=both".
std::string value_today(std::string_view option, std::string_view value) {
  return std::string(option == "--view" ? renamed(old_views, value) : value);
}

std::string word_today(std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string name(name_today(word.substr(0, equals)));
  return equals == std::string_view::npos ? name : name + "=" + value_today(name, word.substr(equals + 1));
}

}  // namespace

std::string_view name_today(std::string_view option) { return renamed(old_options, option); }

std::vector<std::string> with_names_of_today(std::span<const std::string> words) {
  std::vector<std::string> result;
  result.reserve(words.size());
  std::size_t at = 0;
  for (; at < words.size() && words[at] != "--"; ++at) {
    const std::string& word = words[at];
    if (at == 0) {
      result.emplace_back(renamed(old_commands, word));
    } else if (word.starts_with("--")) {
      result.push_back(word_today(word));
    } else {
      result.push_back(value_today(result.back(), word));
    }
  }
  result.insert(result.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return result;
}

}  // namespace tcviz::inline app_cli
