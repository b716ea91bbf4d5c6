#include "app/cli/line/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/kit/table.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/line/commands.hpp"

namespace tcviz::inline app_cli {
namespace {

struct HelpLine {
  std::string left, right;
};

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

HelpLine line_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_type_name(), option.get_description()};
  std::string names;
  for (const std::string& name : option.get_snames()) names += "-" + name + ", ";
  for (const std::string& name : option.get_lnames()) names += "--" + name + ", ";
  names.resize(names.size() - 2);
  if (takes_value(option)) names += " " + option.get_type_name();
  return {names, option.get_description()};
}

std::vector<HelpLine> option_lines(const CLI::App& app) {
  std::vector<HelpLine> lines;
  for (const CLI::Option* option : app.get_options()) lines.push_back(line_of(*option));
  return lines;
}

std::vector<HelpLine> command_lines() {
  std::vector<HelpLine> lines;
  for (const Command& command : commands().subspan(1))
    lines.push_back({std::string(command.name), std::string(command.summary)});
  lines.push_back({std::string(help_command), "say how tcviz or one of its commands is used"});
  return lines;
}

std::string heading(std::string_view title, bool color) {
  return color ? fmt::format("\n\x1b[1m{}\x1b[0m\n", title) : fmt::format("\n{}\n", title);
}

// Writes what stands left on `width` characters, and beside it, or in a narrow terminal below it, what stands right.
std::string text_of(const HelpLine& line, std::size_t width, std::size_t terminal) {
  constexpr std::size_t least = 30, below = 6;
  const bool beside = terminal == 0 || terminal >= width + 4 + least;
  const std::size_t at = beside ? width + 4 : below;
  const std::string begin = beside ? fmt::format("  {:<{}}  ", line.left, width)
                                   : fmt::format("  {}\n{}", line.left, std::string(below, ' '));
  const auto lines = lines_of(line.right, terminal == 0 ? line.right.size() : terminal - at);
  return fmt::format("{}{}\n", begin, fmt::join(lines, "\n" + std::string(at, ' ')));
}

std::string section(std::string_view title, const std::vector<HelpLine>& lines, bool color, std::size_t terminal) {
  std::size_t width = 0;
  for (const HelpLine& line : lines) width = std::max(width, line.left.size());
  std::string text = heading(title, color);
  for (const HelpLine& line : lines) text += text_of(line, width, terminal);
  return text;
}

std::string examples_section(const Command& command, bool color) {
  std::string text = heading("Examples", color);
  std::istringstream examples{std::string(command.examples)};
  for (std::string line; std::getline(examples, line);) text += "  " + line + "\n";
  return text;
}

std::string spelled(const Command& command) {
  return command.name.empty() ? "tcviz" : fmt::format("tcviz {}", command.name);
}

Error unknown_option(const Command& command, const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::vector<std::string> names = option_names(app);
  const std::vector<std::string_view> legal(names.begin(), names.end());
  return bad_input(fmt::format("`{}` has no option {}.{} See `{} --help`.", spelled(command), name,
                               suggest(name, legal), spelled(command)));
}

}  // namespace

std::string help_of(const Command& command, const CLI::App& app, bool color, std::size_t terminal) {
  std::string text =
      folded(fmt::format("{}: {}\n\nUsage: {}\n", spelled(command), command.summary, command.usage), terminal);
  if (command.name.empty()) text += section("Commands", command_lines(), color, terminal);
  text += section("Options", option_lines(app), color, terminal);
  if (!command.notes.empty()) text += folded(fmt::format("\n{}", command.notes), terminal);
  text += examples_section(command, color);
  if (command.name.empty()) text += "\n`tcviz help COMMAND` says more about a command.\n";
  return text;
}

Status check_empty(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& result : option->results())
      if (result.empty() && option->get_items_expected_min() > 0)  // a flag may have a word
        return bad_input(fmt::format("{} is given an empty value: leave it out or fill it in.", option->get_name()));
  return Nothing{};
}

Status check_once(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const bool counts_once =
        option->get_items_expected_max() == 1 && option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast;
    if (!counts_once) continue;
    const std::vector<std::string>& values = option->results();
    for (const std::string& value : values)
      if (value != values.front())
        return bad_input(fmt::format("{} is given twice, as {} and as {}: leave one out.", option->get_name(),
                                     values.front(), value));
  }
  return Nothing{};
}

Status check_leftovers(const Command& command, const CLI::App& app) {
  std::vector<std::string> leftovers = app.remaining();
  std::erase(leftovers, "--");  // the words behind it are words of the command already
  if (leftovers.empty()) return Nothing{};
  const std::string& word = leftovers.front();
  if (word.size() > 1 && word.front() == '-') return unknown_option(command, app, word);
  return bad_input(fmt::format("`{}` has no use for '{}'. Usage: {}", spelled(command), word, command.usage));
}

Error no_command(const std::string& word) {
  return bad_input(
      fmt::format("'{}' is no command.{} `tcviz help` lists all.", word, suggest_command(word, commands())));
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

}  // namespace tcviz::inline app_cli
