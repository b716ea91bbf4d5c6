// Settings that come from the process's environment. Pure functions of the variables, which the caller looks up.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tcviz::inline app_cli {

// The value of an environment variable, or null if it is not set.
using Environment = std::function<const char*(const char* name)>;

// Decides on colours: NO_COLOR (no-color.org) beats CLICOLOR_FORCE, which beats the kind of stream.
bool wants_color(bool out_is_terminal, const Environment& environment);

// True if the terminal says (COLORTERM) that it knows 24-bit colours; others get 256.
bool knows_true_color(const Environment& environment);

// Returns the width of a line of the terminal in characters: COLUMNS, or else the terminal's own width; 0 if the answer
// goes elsewhere or the width is unknown.
std::size_t terminal_columns(bool out_is_terminal, std::size_t of_terminal, const Environment& environment);

// Returns the user's folder by the XDG base directory specification: $XDG_CONFIG_HOME/tcviz or ~/.config/tcviz; empty
// if neither is known.
std::filesystem::path config_folder(const Environment& environment);

}  // namespace tcviz::inline app_cli
