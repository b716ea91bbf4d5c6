// All subcommands.
#pragma once

#include <span>

#include "app/cli/kit/command.hpp"

namespace tcviz::inline app_cli {

// The row of `tcviz [KIND]` first.
std::span<const Command> commands();

}  // namespace tcviz::inline app_cli
