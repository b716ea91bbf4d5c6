// Help texts, and errors in the use of options, in the words of a person.
#pragma once

#include <string>

#include "app/cli/commands.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

// What `tcviz COMMAND --help` prints; for the program itself with the list of commands.
std::string help_of(const Command& command, const CLI::App& app, bool color);

// An option or a word that is there but empty, as an unset variable of a script leaves it.
Status check_empty(const CLI::App& app);
// The first word that the command has no use for, as an error with the nearest legal ones; fine where there is none.
Status check_leftovers(const Command& command, const CLI::App& app);

// Names of options, as they are typed: "--device", "-o", "--output".
std::vector<std::string> option_names(const CLI::App& app);

}  // namespace tcviz
