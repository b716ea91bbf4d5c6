// Help texts, and errors in the use of options, in the words of a person.
#pragma once

#include <string>

#include "app/cli/kit/command.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// `tcviz help` and `tcviz help COMMAND` are other spellings of --help.
inline constexpr std::string_view help_command = "help";

// Returns the text of `tcviz COMMAND --help`; for the program itself it lists the commands.
std::string help_of(const Command& command, const CLI::App& app, bool color);

// Refuses an option or a word that is empty, as an unset variable of a script leaves it.
Status check_empty(const CLI::App& app);
// Refuses two devices: tcviz does not guess the one that was meant. For other options the last one counts.
Status check_once(const CLI::App& app);
// Refuses the first word that the command has no use for, with the nearest legal ones.
Status check_leftovers(const Command& command, const CLI::App& app);

// Refuses a word after `tcviz help` that is not a command.
Error no_command(const std::string& word);

// Returns the names of options as they are typed: "--device", "-o", "--output".
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace tcviz::inline app_cli
