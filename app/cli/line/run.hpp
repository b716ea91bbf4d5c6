// The command line: words of a user -> one command, run to its end.
#pragma once

#include <span>
#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Runs the command line. `words` are the arguments without the program's name. The answer is in context.out; the error,
// if there is one, is the remaining text for standard error.
Status run_command_line(std::span<const std::string> words, Context& context);

}  // namespace tcviz::inline app_cli
