// Finds the line numbers of the fields of a JSON text, for error messages; the JSON library does not give them.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tcviz::inline app_session {

// Returns the line of each value, from 1, by its path: "steps[2].title". `text` must be valid JSON.
std::map<std::string, int> json_lines(std::string_view text);

}  // namespace tcviz::inline app_session
