// Replaces names of options, commands and views from earlier versions or other commands, and names that users try, by
// the current ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline app_cli {

// Returns "--pin" for "--mark" and "--select", and any other name unchanged.
std::string_view name_today(std::string_view option);

// Returns the command line with the current names of commands, options and views. Words after "--" stay unchanged.
std::vector<std::string> with_names_of_today(std::span<const std::string> words);

}  // namespace tcviz::inline app_cli
