// Help texts, and messages about wrong use of options.
#pragma once

#include <string>

#include "app/cli/kit/command.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// `tcviz help` and `tcviz help COMMAND` do the same as --help.
inline constexpr std::string_view help_command = "help";

// Returns the text of `tcviz COMMAND --help`; for the program itself with a list of the commands. `terminal` is the
// width of the terminal in characters; 0: no limit.
std::string help_of(const Command& command, const CLI::App& app, bool color, std::size_t terminal);

// Returns an error if a value or a word is empty, as happens with an unset variable in a script.
Status check_empty(const CLI::App& app);
// Returns an error if an option that takes one value is given two.
Status check_once(const CLI::App& app);
// Returns an error about the first word that the command does not know, with the most similar legal ones.
Status check_leftovers(const Command& command, const CLI::App& app);

// Returns the error that `word`, after `tcviz help`, is not a command.
Error no_command(const std::string& word);

// Returns all names of options: "--device", "-o", "--output".
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace tcviz::inline app_cli
