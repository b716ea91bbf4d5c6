// The line of a JSON text on which each of its fields stands: the reader of JSON does not say.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace tcviz::inline app_session {

// Returns the line of each value by its path: "steps[2].title". `text` is JSON that has been read without an error.
std::map<std::string, int> json_lines(std::string_view text);

}  // namespace tcviz::inline app_session
