#include "app/cli/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/complete.hpp"
#include "app/cli/usage.hpp"

namespace tcviz {
namespace {

// A row of the table with the parser that its options were declared to.
struct Declared {
  const Command* command = nullptr;
  CLI::App* app = nullptr;
  Runner run;
};

// The parser of the whole command line. CLI11 splits the words; what it cannot place is kept, for messages of our own.
struct CommandLine {
  std::unique_ptr<CLI::App> root = std::make_unique<CLI::App>();
  std::vector<Declared> declared;  // as commands(): the root first
  bool help = false, version = false;
};

void declare(CommandLine& line) {
  CLI::App& root = *line.root;
  root.set_help_flag();
  root.allow_extras();
  root.require_subcommand(0, 1);
  root.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  for (const Command& command : commands()) {
    const bool is_root = command.name.empty();
    CLI::App* app = is_root ? &root : root.add_subcommand(std::string(command.name), std::string(command.summary));
    line.declared.push_back({&command, app, command.declare(*app)});
    app->add_flag("-h,--help", line.help, "this text");
  }
  root.add_flag("--version", line.version, "the version of tcviz");
}

const Declared& chosen(const CommandLine& line) {
  for (const Declared& declared : line.declared)
    if (declared.app != line.root.get() && declared.app->parsed()) return declared;
  return line.declared.front();
}

// "Could not convert: --batch = x", of an option that takes numbers or of a flag, which takes nothing.
Error not_converted(const CommandLine& line, std::string_view what) {
  const std::string_view assignment = what.substr(std::min(what.find(": ") + 2, what.size()));
  const std::string name(assignment.substr(0, assignment.find(" = ")));
  for (const Declared& declared : line.declared) {
    const CLI::Option* const option = declared.app->parsed() ? declared.app->get_option_no_throw(name) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 0)
      return bad_input(fmt::format("{} is no number: option {} takes numbers.", assignment, name));
  }
  return bad_input("a flag takes no value: leave out its '=' and what follows; --help says which are flags.");
}

// CLI11 throws for an option without its value, for one that takes numbers and got something else, and for a flag with
// a value: every other value is text to it.
Status parse(CommandLine& line, std::span<const std::string> words) {
  try {
    line.root->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return bad_input(fmt::format("option {} needs a value; --help says which.", what.substr(0, what.find(':'))));
  } catch (const CLI::ConversionError& error) {
    return not_converted(line, error.what());
  } catch (const CLI::Error& error) {
    return bad_input(fmt::format("{}; --help says how it is used.", error.what()));
  }
  return Nothing{};
}

// Options in front of a subcommand belong to nothing.
Status check_order(const CommandLine& line, const Declared& command) {
  if (command.app == line.root.get()) return Nothing{};
  for (const CLI::Option* option : line.root->get_options())
    if (option->count() > 0)
      return bad_input(fmt::format("'{}' stands before the command: write `{}`.",
                                   option->get_positional() ? option->results().front() : option->get_name(),
                                   command.command->usage));
  return check_leftovers(*line.declared.front().command, *line.root);
}

}  // namespace

Status run_command_line(std::span<const std::string> words, Context& context) {
  CommandLine line;
  declare(line);
  if (!words.empty() && words.front() == complete_command)
    return print_completions(words.subspan(1), *line.root, context);
  if (Status parsed = parse(line, words); !parsed) return parsed;
  const Declared& command = chosen(line);
  if (line.help) {
    context.out << help_of(*command.command, *command.app, context.color);
    return Nothing{};
  }
  if (line.version) {
    context.out << "tcviz " << context.version << "\n";
    return Nothing{};
  }
  if (Status order = check_order(line, command); !order) return order;
  if (Status leftovers = check_leftovers(*command.command, *command.app); !leftovers) return leftovers;
  if (Status filled = check_empty(*command.app); !filled) return filled;
  return command.run(context);
}

}  // namespace tcviz
