// Parses a command line and runs its command.
#pragma once

#include <span>
#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Runs the command line `words`, the arguments without the program's name. Writes the answer to context.out. The caller
// writes the error, if one is returned, to standard error.
Status run_command_line(std::span<const std::string> words, Context& context);

}  // namespace tcviz::inline app_cli
