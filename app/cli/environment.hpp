// What the process's environment asks for. Pure functions of the variables, which the caller looks up.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tcviz {

// The value of an environment variable, or null where it is not set.
using Environment = std::function<const char*(const char* name)>;

// NO_COLOR (no-color.org) beats CLICOLOR_FORCE, which beats what the terminal is.
bool wants_color(bool out_is_terminal, const Environment& environment);

// The user's folder for tcviz by the XDG base directory specification: $XDG_CONFIG_HOME/tcviz, or ~/.config/tcviz.
// Empty where neither can be told.
std::filesystem::path config_folder(const Environment& environment);

}  // namespace tcviz
