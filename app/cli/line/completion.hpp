// Completion of command lines in the shell. The candidates come from the parser that runs the commands. Never asks a
// GPU.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/cli/kit/context.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The hidden command that the completion script calls, with all words up to the cursor; the last word may be empty.
inline constexpr std::string_view complete_command = "__complete";
// Prints the candidates, one per line; nothing if the shell is to complete file names.
Status print_completions(std::span<const std::string> words, const CLI::App& root, Context& context);

// Returns examples for a value of the type `type` (the word in --help): "A100 or recorded:sm_90", or all legal values
// if they are few; empty if there are none.
std::string example_of(std::string_view type, const Context& context);

}  // namespace tcviz::inline app_cli
