// Settings from environment variables.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tcviz::inline app_cli {

// Returns the value of an environment variable, or null if it is not set.
using Environment = std::function<const char*(const char* name)>;

// True if output is to have colours: NO_COLOR (no-color.org) overrides CLICOLOR_FORCE, which overrides the default
// (only on a terminal).
bool wants_color(bool out_is_terminal, const Environment& environment);

// True if the variable COLORTERM says that the terminal has 24-bit colours.
bool knows_true_color(const Environment& environment);

// Returns the width of the terminal in characters: COLUMNS, or if that is not set, `of_terminal`; 0 if the output is
// not a terminal or the width is unknown.
std::size_t terminal_columns(bool out_is_terminal, std::size_t of_terminal, const Environment& environment);

// Returns the user's configuration folder (XDG Base Directory Specification): $XDG_CONFIG_HOME/tcviz or
// ~/.config/tcviz; empty if neither is known.
std::filesystem::path config_folder(const Environment& environment);

}  // namespace tcviz::inline app_cli
