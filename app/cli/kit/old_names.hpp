// Names that a thing had in other commands or in earlier versions, and those that people try: read as today's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tcviz::inline app_cli {

// "--mark" and "--select" are "--pin"; what has no other name is itself.
std::string_view name_today(std::string_view option);

// A command line in today's names: its command, options and names of views. What follows "--" is left as it is.
std::vector<std::string> with_names_of_today(std::span<const std::string> words);

}  // namespace tcviz::inline app_cli
