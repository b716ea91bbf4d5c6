// The threads to show, as a person writes them: "0-7,16". Pure functions of text; knows nothing of scenes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_scene {

// Reads numbers and ranges with both ends included, in any order, separated by commas; blanks are free. Returns one
// entry for each of `threads` threads; no entries if the text is blank, which means all. Errors quote the part that is
// wrong.
Result<std::vector<bool>> parse_threads(std::string_view text, int threads);

// Returns the shortest such text: "0-7,16". Empty if all are shown or the filter has no entries.
std::string print_threads(const std::vector<bool>& threads);

}  // namespace tcviz::inline app_scene
