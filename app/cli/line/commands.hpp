// The table of all commands.
#pragma once

#include <span>

#include "app/cli/kit/command.hpp"

namespace tcviz::inline app_cli {

// Returns the table. The first row is the program without a subcommand: `tcviz [KIND]`.
std::span<const Command> commands();

}  // namespace tcviz::inline app_cli
