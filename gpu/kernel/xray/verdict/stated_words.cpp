#include "gpu/kernel/xray/verdict/stated_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns "A" of "A=f16[m:64]", "tma(A" of a tensor map of A and "struct(A" of a structure that begins with A; empty
// for a number without a name.
std::string_view name_in(std::string_view argument) {
  const std::size_t end = argument.find_first_of("=,");
  return end == std::string_view::npos ? std::string_view() : trimmed(argument.substr(0, end));
}

std::string_view output_in(std::string_view expected) { return trimmed(expected.substr(0, expected.find('='))); }

// Returns the names as a person would list them; empty: there are none.
std::string names_in(const std::vector<std::string>& arguments) {
  std::vector<std::string_view> names;
  for (const std::string& argument : arguments)
    if (const std::string_view name = name_in(argument); !name.empty()) names.push_back(name);
  return names.empty() ? std::string() : fmt::format(" ({})", fmt::join(names, ", "));
}

}  // namespace

void StatedWords::say(std::string_view option, std::string& into, std::string word) {
  if (!into.empty() || word.empty()) return;
  words_.stated.push_back({std::string(option), word, place_});
  into = std::move(word);
}

Status StatedWords::say_arguments(std::vector<std::string> all) {
  // A structure that stands for several arguments, which the list gives one by one.
  const auto is_other_list = [&](std::string_view text) {
    return text.starts_with("struct(") && std::ranges::find(all, name_in(text), name_in) == all.end();
  };
  const bool are_whole = std::ranges::find(words_.stated, "--arg", &StatedWord::option) != words_.stated.end() ||
                         words_.arguments.size() >= all.size() || std::ranges::any_of(words_.arguments, is_other_list);
  if (!words_.arguments.empty() && are_whole) return Nothing{};
  std::vector<bool> is_replaced(all.size());
  for (const std::string& one : words_.arguments) {
    const auto at = static_cast<std::size_t>(std::ranges::find(all, name_in(one), name_in) - all.begin());
    if (name_in(one).empty() || at == all.size()) return replaces_none(one, all);
    if (is_replaced[at]) return bad_input(fmt::format("--arg says twice what {} is: give it once.", name_in(one)));
    is_replaced[at] = true;
    all[at] = one;
  }
  for (std::size_t at = 0; at < all.size(); ++at)
    if (!is_replaced[at]) words_.stated.push_back({"--arg", all[at], place_});
  words_.arguments = std::move(all);
  return Nothing{};
}

void StatedWords::say_expected(std::string text, const std::vector<std::string>& nearer) {
  if (std::ranges::find(nearer, output_in(text), output_in) != nearer.end()) return;
  words_.stated.push_back({"--expect", text, place_});
  words_.expected.push_back(std::move(text));
}

Error StatedWords::replaces_none(std::string_view one, const std::vector<std::string>& all) const {
  if (const Result<XrayArgument> read = read_xray_argument(one); !read) return read.error();
  return bad_input(
      fmt::format("--arg '{}' replaces none of the {} arguments in {}{}: give it the name of one, or give all of them.",
                  one, all.size(), place_, names_in(all)));
}

}  // namespace tcviz::inline gpu_xray
