// Help texts, and errors in the use of options, in the words of a person.
#pragma once

#include <string>

#include "app/cli/kit/command.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// `tcviz help` and `tcviz help COMMAND` are other spellings of --help.
inline constexpr std::string_view help_command = "help";

// The text of `tcviz COMMAND --help`; for the program itself it has the list of commands.
std::string help_of(const Command& command, const CLI::App& app, bool color);

// An option or a word that is there but empty, as an unset variable of a script leaves it.
Status check_empty(const CLI::App& app);
// Two devices are named: which of them was meant is not ours to guess. Of other options the last one counts.
Status check_once(const CLI::App& app);
// The first word that the command has no use for, as an error with the nearest legal ones; fine if there is none.
Status check_leftovers(const Command& command, const CLI::App& app);

// A word behind `tcviz help` that no command is called.
Error no_command(const std::string& word);

// Names of options, as they are typed: "--device", "-o", "--output".
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace tcviz::inline app_cli
