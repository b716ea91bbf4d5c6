// The files of assets/layouts, inside the program.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

// The text of "sm_90.json".
std::optional<std::string_view> find_asset(std::string_view name);

// The same, and all WMMA layouts of such a file. Where there is none, the program says so and ends with 2.
std::string_view asset(std::string_view name);
std::vector<Layout> layouts_of_asset(std::string_view name);

}  // namespace tcviz
