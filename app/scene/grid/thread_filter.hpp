// Reads and writes the user's choice of threads to highlight, a text such as "0-7,16".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_scene {

// Reads numbers and ranges (both ends included), in any order, separated by commas; ignores blanks. Returns for each of
// `threads` threads if it is chosen, or an empty vector, which means all, if the text is blank. Errors quote the wrong
// part.
Result<std::vector<bool>> parse_threads(std::string_view text, int threads);

// Returns the shortest text for a choice. Empty if all threads are chosen or the vector is empty.
std::string print_threads(const std::vector<bool>& threads);

}  // namespace tcviz::inline app_scene
