#include "app/cli/line/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/old_names.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/line/commands.hpp"
#include "app/cli/line/completion.hpp"
#include "app/cli/line/option_uses.hpp"
#include "app/cli/line/usage.hpp"
#include "app/cli/tasks/window.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/kind_search.hpp"

namespace tcviz::inline app_cli {
namespace {

nlohmann::ordered_json text_or_null(std::string_view text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

std::string version_line(const Context& context) { return fmt::format("tcviz {}\n", context.version); }

// Returns {"version", "commit", "compiler", "cuda"}; null if unknown, or if there is none.
std::string version_json(const Context& context) {
  return print_json({{"version", context.version},
                     {"commit", text_or_null(context.build.commit)},
                     {"compiler", text_or_null(context.build.compiler)},
                     {"cuda", text_or_null(context.build.cuda)}});
}

// A row of the table with the parser that its options were declared to.
struct Declared {
  const Command* command = nullptr;
  CLI::App* app = nullptr;
  Runner run;
};

// The parser of the whole command line. CLI11 splits the words; the words that it cannot place are kept, for messages
// of our own.
struct CommandLine {
  std::unique_ptr<CLI::App> root = std::make_unique<CLI::App>();
  std::vector<Declared> declared;  // as commands(): the root first
  bool help = false, version = false, json = false;
  std::string color;  // --color
};

// Declares all commands, or only the one that `only` names: each has dozens of options, which take longer to declare
// than most answers.
void declare(CommandLine& line, std::string_view only) {
  CLI::App& root = *line.root;
  root.set_help_flag();
  root.allow_extras();
  root.require_subcommand(0, 1);
  root.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  for (const Command& command : commands()) {
    const bool is_root = command.name.empty();
    if (!is_root && !only.empty() && command.name != only) continue;
    CLI::App* app = is_root ? &root : root.add_subcommand(std::string(command.name), std::string(command.summary));
    line.declared.push_back({&command, app, command.declare(*app)});
    app->add_option("--color", line.color, "colour the answer: auto (default), always or never")->type_name("WHEN");
    app->add_flag("-h,--help", line.help, "print this text");
  }
  root.add_flag("--version", line.version, "print the version of tcviz");
  root.add_flag("--json", line.json, "with --version: commit, compiler and CUDA too, as JSON");
}

const Declared& chosen(const CommandLine& line) {
  for (const Declared& declared : line.declared)
    if (declared.app != line.root.get() && declared.app->parsed()) return declared;
  return line.declared.front();
}

// Explains a word that is not the number that an option takes; what reads as a number is no whole one, or too large.
Error no_number(std::string_view option, std::string_view word) {
  if (number_in<double>(word) && word.find_first_not_of("-0123456789") == std::string_view::npos)
    return bad_input(fmt::format("{} {} is out of range.", option, word));
  if (number_in<double>(word))
    return bad_input(
        fmt::format("{} {} is not a whole number: write it with digits alone, such as 100.", option, word));
  return bad_input(fmt::format("{} '{}' is not a number: write one, such as 4.", option, word));
}

// Explains "Could not convert: --batch = x" for an option that takes numbers, or for a flag, which takes nothing.
Error not_converted(const CommandLine& line, std::string_view what) {
  const std::string_view assignment = what.substr(std::min(what.find(": ") + 2, what.size()));
  const std::string name(assignment.substr(0, assignment.find(" = ")));
  for (const Declared& declared : line.declared) {
    const CLI::Option* const option = declared.app->parsed() ? declared.app->get_option_no_throw(name) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 0)
      return no_number(name, assignment.substr(std::min(name.size() + 3, assignment.size())));
  }
  return bad_input("a flag takes no value: leave out its '=' and what follows; --help says which are flags.");
}

// Says "--device needs a value, such as A100 or recorded:sm_90."
Error value_needed(const CommandLine& line, const std::string& name, const Context& context) {
  std::string example, command = "tcviz";
  for (const Declared& declared : line.declared) {
    const CLI::Option* const option = declared.app->parsed() ? declared.app->get_option_no_throw(name) : nullptr;
    if (option == nullptr) continue;
    example = example_of(option->get_type_name(), context);
    command = fmt::format("tcviz {}", declared.command->name);
  }
  if (example.empty()) return bad_input(fmt::format("{} needs a value; `{} --help` says which.", name, command));
  return bad_input(fmt::format("{} needs a value, such as {}.", name, example));
}

// Parses the words. CLI11 throws for an option without its value, for one that takes numbers and got something else,
// and for a flag with a value: every other value is text to it.
Status parse(CommandLine& line, std::span<const std::string> words, const Context& context) {
  try {
    line.root->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return value_needed(line, what.substr(0, what.find(':')), context);
  } catch (const CLI::ConversionError& error) {
    return not_converted(line, error.what());
  } catch (const CLI::Error& error) {
    return bad_input(fmt::format("{}; --help says how it is used.", error.what()));
  }
  return Nothing{};
}

Status choose_color(const std::string& when, Context& context) {
  constexpr std::array<std::string_view, 3> legal = {"auto", "always", "never"};
  if (when.empty()) return Nothing{};
  const Result<std::size_t> choice = parse_choice("--color", when, legal);
  TCVIZ_TRY(choice);
  if (choice.value() > 0) context.color = choice.value() == 1;
  return Nothing{};
}

// Refuses options in front of a subcommand: they belong to nothing.
Status check_order(const CommandLine& line, const Declared& command) {
  if (command.app == line.root.get()) return Nothing{};
  for (const CLI::Option* option : line.root->get_options())
    if (option->count() > 0)
      return bad_input(fmt::format("'{}' stands before the command: write `{}`.",
                                   option->get_positional() ? option->results().front() : option->get_name(),
                                   command.command->usage));
  return check_leftovers(*line.declared.front().command, *line.root);
}

// Refuses a first word that is nothing, as in `shwo KIND` or `shwo --help`: what follows is not to blame.
Status check_first_word(const CommandLine& line) {
  const CLI::Option* const first = line.root->get_option_no_throw("KIND");
  const bool is_followed = line.help || line.json || !line.root->remaining().empty();
  if (first == nullptr || first->count() == 0 || !is_followed) return Nothing{};
  const std::optional<Error> error = no_first_word(first->results().front(), commands());
  return error ? Status(*error) : Status(Nothing{});
}

using Words = std::vector<std::string>;

void replace_value(Words& words, const std::string& option, const std::string& from, const std::string& to) {
  for (std::string& word : words) {
    if (word == from) word = to;
    if (word == option + "=" + from) word = option + "=" + to;
  }
}

// Replaces other names of kinds, such as "HMMA.16816.F32", by ids. The --kind of a file is left to the file.
Result<Words> with_ids(std::span<const std::string> words, const CLI::App& app, Context& context) {
  Words result(words.begin(), words.end()), kinds;
  for (const CLI::Option* option : app.get_options())
    if (option->get_type_name() == "KIND")
      for (const std::string& text : option->results()) kinds.push_back(text);
  if (std::none_of(kinds.begin(), kinds.end(), means_file))
    for (const std::string& text : kinds) replace_value(result, "--kind", text, meant_kind(text, context));
  for (const CLI::Option* option : app.get_options())
    if (option->get_type_name() == "DEVICE|KIND")
      for (const std::string& text : option->results()) {
        const Result<std::string> other = meant_other_side(text, context);
        TCVIZ_TRY(other);
        replace_value(result, "--with", text, other.value());
      }
  return result;
}

bool is_command(std::string_view word) {
  return std::ranges::any_of(commands().subspan(1), [&](const Command& command) { return command.name == word; });
}

// Rewrites `help`, `help show` and `show help` as `--help` and `show --help`.
Result<Words> without_help(std::span<const std::string> words) {
  Words meant(words.begin(), words.end());
  if (words.size() == 2 && is_command(words.front()) && words.back() == help_command)
    return Words{words.front(), "--help"};
  if (words.empty() || words.front() != help_command) return meant;
  if (words.size() > 1 && !words[1].starts_with('-') && !is_command(words[1])) return no_command(words[1]);
  meant.erase(meant.begin());
  meant.push_back("--help");
  return meant;
}

// Returns the words in KIND's position, as in `show acc f32 --json`; empty if there are fewer than two.
Words words_of_kind(const CLI::App& app) {
  const CLI::Option* const option = app.get_option_no_throw("KIND");
  Words rest = app.remaining();
  std::erase(rest, "--");
  const bool one = option != nullptr && option->get_items_expected_max() == 1 && option->count() == 1;
  if (!one || rest.empty() || std::ranges::any_of(rest, [](auto& word) { return word.starts_with('-'); })) return {};
  rest.insert(rest.begin(), option->results().front());
  return rest;
}

bool wants_value(const CLI::App& app, const std::string& word) {
  const CLI::Option* const option = word.starts_with('-') ? app.get_option_no_throw(word) : nullptr;
  return option != nullptr && option->get_items_expected_max() > 0;
}

// Puts one id in place of the words of the kind, which occur in the line in this order.
Words with_one_kind(std::span<const std::string> words, std::span<const std::string> kind, const std::string& id,
                    const CLI::App& app) {
  Words meant;
  std::size_t found = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_value = at > 0 && wants_value(app, words[at - 1]);
    if (is_value || found == kind.size() || words[at] != kind[found]) {
      meant.push_back(words[at]);
    } else if (found++ == 0) {
      meant.push_back(id);
    }
  }
  return meant;
}

// Reads a kind in several words: `tcviz show acc f32`. If they mean several kinds, the error names these.
Result<Words> join_kind(std::span<const std::string> words, const CLI::App& app, Context& context) {
  const Words meant(words.begin(), words.end()), kind = words_of_kind(app);
  if (kind.empty() || find_kind(kind.front()) != nullptr || means_file(kind.front())) return meant;
  const std::string text = fmt::format("{}", fmt::join(kind, " "));
  const Asked asked = asked_for(text);
  if (asked.is_missing() || asked.answer.kinds.size() > 1) return unknown_kind(text);
  if (asked.answer.kinds.empty()) return meant;
  return with_one_kind(words, kind, meant_kind(text, context), app);
}

Status run_words(std::span<const std::string> words, Context& context, bool as_typed);

}  // namespace

Status run_command_line(std::span<const std::string> words, Context& context) {
  context.commands = commands();
  const Result<Words> meant = without_help(with_names_of_today(words));
  TCVIZ_TRY(meant);
  return run_words(meant.value(), context, true);
}

namespace {

Status run_words(std::span<const std::string> words, Context& context, bool as_typed) {
  CommandLine line;
  declare(line, !words.empty() && is_command(words.front()) ? std::string_view(words.front()) : std::string_view());
  if (!words.empty() && words.front() == complete_command)
    return print_completions(words.subspan(1), *line.root, context);
  TCVIZ_TRY(parse(line, words, context));
  const Declared& command = chosen(line);
  if (command.app == line.root.get()) TCVIZ_TRY(check_first_word(line));
  TCVIZ_TRY(choose_color(line.color, context));
  if (line.help) {
    context.out << help_of(*command.command, *command.app, context.color, context.columns);
    return Nothing{};
  }
  if (line.version) {
    TCVIZ_TRY(check_leftovers(*line.declared.front().command, *line.root));
    context.out << (line.json ? version_json(context) : version_line(context));
    return Nothing{};
  }
  TCVIZ_TRY(check_order(line, command));
  if (line.json) return bad_input("--json goes with --version, or with a command that answers: see `tcviz --help`.");
  if (as_typed) {
    const Result<Words> joined = join_kind(words, *command.app, context);
    TCVIZ_TRY(joined);
    if (!std::ranges::equal(joined.value(), words)) return run_words(joined.value(), context, false);
  }
  TCVIZ_TRY(check_leftovers(*command.command, *command.app));
  TCVIZ_TRY(check_empty(*command.app));
  TCVIZ_TRY(check_once(*command.app));
  TCVIZ_TRY(check_uses(*command.app, command.command->name));
  if (!as_typed) return command.run(context);
  const Result<Words> meant = with_ids(words, *command.app, context);
  TCVIZ_TRY(meant);
  return std::ranges::equal(meant.value(), words) ? command.run(context) : run_words(meant.value(), context, false);
}

}  // namespace

}  // namespace tcviz::inline app_cli
