// Which threads to show, as a person writes them: "0-7,16". Pure functions of text; knows nothing of scenes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_scene {

// Numbers and ranges with both ends included, in any order, separated by commas; blanks are free. One entry for each of
// `threads` threads; no entries if the text is blank, which means all. Errors quote the part that is wrong.
Result<std::vector<bool>> parse_threads(std::string_view text, int threads);

// The shortest such text: "0-7,16". Empty if all are shown or nothing is said.
std::string print_threads(const std::vector<bool>& threads);

}  // namespace tcviz::inline app_scene
