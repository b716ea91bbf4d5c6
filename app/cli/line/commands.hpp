// All subcommands.
#pragma once

#include <span>

#include "app/cli/kit/command.hpp"

namespace tcviz::inline app_cli {

// Returns all rows; `tcviz [KIND]` is the first.
std::span<const Command> commands();

}  // namespace tcviz::inline app_cli
