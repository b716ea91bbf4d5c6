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
// A candidate in each line; none at all if the shell should complete names of files.
Status print_completions(std::span<const std::string> words, const CLI::App& root, Context& context);

// What a value of this type (the word that --help shows) looks like: "A100 or recorded:sm_90"; of a few choices all.
// Empty where no example helps.
std::string example_of(std::string_view type, const Context& context);

}  // namespace tcviz::inline app_cli
