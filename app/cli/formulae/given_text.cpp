#include "app/cli/formulae/given_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/kit/values.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {

std::string marked(const Given& given, TextRange range) {
  const std::size_t begin = std::min<std::size_t>(range.begin, given.text.size());
  const std::size_t line = begin == 0 ? 0 : given.text.rfind('\n', begin - 1) + 1;
  const std::string shown = given.text.substr(line, std::min<std::size_t>(given.text.find('\n', line) - line, 160));
  const std::size_t width = std::max<std::size_t>(1, std::min<std::size_t>(range.end - range.begin, shown.size()));
  if (begin - line > 160) return {};
  return fmt::format("\n  {}\n  {}{}", shown, std::string(begin - line, ' '), std::string(width, '^'));
}

std::string text_of(const Unread& unread) {
  std::string text = "the formula cannot be read.";
  for (const Diagnostic& each : unread.diagnostics)
    text += fmt::format("\n{}: {}{}", unread.given.option, each.message, marked(unread.given, each.range));
  return text;
}

nlohmann::ordered_json json_of(const Unread& unread) {
  auto all = nlohmann::ordered_json::array();
  for (const Diagnostic& each : unread.diagnostics) {
    all.push_back(
        {{"message", each.message}, {"begin", each.range.begin}, {"end", each.range.end}, {"in", unread.given.option}});
    if (each.fix) all.back()["fix"] = *each.fix;
  }
  return all;
}

Result<std::string> read_text(const std::string& file) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  const Result<std::string> read = read_file(file == "-" ? "/dev/stdin" : file, most_bytes);
  TCVIZ_TRY(read);
  const std::string_view name = file == "-" ? "the standard input" : std::string_view(file);
  TCVIZ_TRY(check_text(name, read.value(), "a formula is expected in it"));
  return read;
}

}  // namespace tcviz::inline app_cli
