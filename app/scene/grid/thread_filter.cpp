#include "app/scene/grid/thread_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_scene {
namespace {

struct Range {
  int first = 0, last = 0;
};

std::optional<int> thread_in(std::string_view text) {
  return text.starts_with('-') ? std::nullopt : number_in<int>(text);
}

// Reads a range: number | number '-' number
std::optional<Range> range_in(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = thread_in(trimmed(text.substr(0, dash)));
  const auto last = dash == std::string_view::npos ? first : thread_in(trimmed(text.substr(dash + 1)));
  if (!first || !last) return std::nullopt;
  return Range{*first, *last};
}

Result<Range> parse_range(std::string_view text, int threads) {
  if (text.empty()) return bad_input("a thread is missing beside a comma: write numbers and ranges, as in 0-7,16");
  const std::optional<Range> range = range_in(text);
  if (!range) return bad_input(fmt::format("'{}' is neither a thread nor a range: write numbers as in 0-7,16", text));
  if (range->first > range->last)
    return bad_input(fmt::format("the range {} runs backwards: write {}-{}", text, range->last, range->first));
  if (range->last >= threads)
    return bad_input(fmt::format("there is no thread {}: tid goes from 0 to {}", range->last, threads - 1));
  return *range;
}

}  // namespace

Result<std::vector<bool>> parse_threads(std::string_view text, int threads) {
  if (trimmed(text).empty()) return std::vector<bool>{};
  std::vector<bool> shown(static_cast<std::size_t>(threads), false);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Result<Range> range = parse_range(trimmed(text.substr(begin, end - begin)), threads);
    TCVIZ_TRY(range);
    std::fill(shown.begin() + range.value().first, shown.begin() + range.value().last + 1, true);
    begin = end + 1;
  }
  return shown;
}

std::string print_threads(const std::vector<bool>& threads) {
  if (std::find(threads.begin(), threads.end(), false) == threads.end()) return {};
  std::string text;
  for (std::size_t first = 0; first < threads.size(); ++first) {
    if (!threads[first]) continue;
    std::size_t last = first;
    while (last + 1 < threads.size() && threads[last + 1]) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", first);
    if (last > first) text += fmt::format("-{}", last);
    first = last;
  }
  return text;
}

}  // namespace tcviz::inline app_scene
