// Candidates for the shell's completion, read from the same parser that runs the commands. Never asks a GPU.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/cli/kit/context.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The hidden command that the completion script calls, with every word up to the cursor; the last may be empty.
inline constexpr std::string_view complete_command = "__complete";
// Prints a candidate on each line; none if the shell should complete names of files.
Status print_completions(std::span<const std::string> words, const CLI::App& root, Context& context);

// Returns an example of a value by its type, the word that --help shows: "A100 or recorded:sm_90"; all choices if they
// are few; empty if no example helps.
std::string example_of(std::string_view type, const Context& context);

}  // namespace tcviz::inline app_cli
