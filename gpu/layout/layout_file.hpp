// Reading and writing layout files: the JSON format "tcviz-layout/1". Strict in what it accepts.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/file.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

inline constexpr std::string_view layout_format = "tcviz-layout/1";

// One object, or {"provenance": {...}, "layouts": [...]} if a layout without a provenance takes the shared one.
// Unknown keys are ignored. Errors name the place: `layouts[3].map[17]: element 256 is outside the 16x16 matrix`.
Result<std::vector<Layout>> parse_layouts(std::string_view json);
// The same from a file, the path in front of every message.
Result<std::vector<Layout>> read_layouts(const std::filesystem::path& path);

// One object for one layout; several share the provenance that most of them have.
std::string to_json(const Layout& layout);
std::string to_json(std::span<const Layout> layouts);

}  // namespace tcviz::inline gpu_layout
