// Settings that come from the process's environment. Pure functions of the variables, which the caller looks up.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tcviz::inline app_cli {

// The value of an environment variable, or null if it is not set.
using Environment = std::function<const char*(const char* name)>;

// NO_COLOR (no-color.org) beats CLICOLOR_FORCE, which beats what the terminal is.
bool wants_color(bool out_is_terminal, const Environment& environment);

// Whether the terminal says (COLORTERM) that it knows colours of 24 bits; others get 256.
bool knows_true_color(const Environment& environment);

// Characters in a line of the terminal: COLUMNS, or else what the terminal itself says. 0 if the answer goes elsewhere,
// or nobody knows.
std::size_t terminal_columns(bool out_is_terminal, std::size_t of_terminal, const Environment& environment);

// The user's folder for tcviz by the XDG base directory specification: $XDG_CONFIG_HOME/tcviz, or ~/.config/tcviz.
// Empty if neither can be told.
std::filesystem::path config_folder(const Environment& environment);

}  // namespace tcviz::inline app_cli
