// Reads names from earlier versions and from other commands, and names that people try, as today's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline app_cli {

// Returns "--pin" for "--mark" and "--select", and any other name as it is.
std::string_view name_today(std::string_view option);

// Returns a command line with today's names of commands, options and views. Words after "--" stay as they are.
std::vector<std::string> with_names_of_today(std::span<const std::string> words);

}  // namespace tcviz::inline app_cli
