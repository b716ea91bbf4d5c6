// `tcviz [KIND]`, which opens the window, and functions for all commands that open or capture it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/target.hpp"

namespace tcviz::inline app_cli {

// The kind that the window shows by default.
inline constexpr std::string_view default_kind = "wmma.m16n16k16.acc.f32";

// Sets the kind and the source in `options`. If no kind is named, the window chooses.
Status read_window_request(const TargetArguments& arguments, WindowOptions& options);
// Returns the sources of this machine, or an error if the requested one is not among them or does not know the kind.
Result<Sources> sources_for_window(const Context& context, const WindowOptions& options);
// Reads a link (the state of a window as text) that was copied from a window; does nothing if it is empty.
Status read_link_option(const std::string& text, WindowOptions& options);
// Returns the error for a first word that is no command, and no kind or file either; none for a word that may be one of
// these.
std::optional<Error> no_first_word(const std::string& word, std::span<const Command> commands);
// Returns an error if the requested kind or file has no such slot.
Status check_selection(Slot slot, const WindowOptions& options);

}  // namespace tcviz::inline app_cli
