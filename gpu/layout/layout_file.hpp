// Reads and writes layout files: the JSON format "tcviz-layout/1". Strict in what it accepts.
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

// Reads one object, or {"provenance": {...}, "layouts": [...]}, whose layouts without a provenance take the shared one.
// Ignores unknown keys. Errors name the place: `layouts[3].map[17]: element 256 is outside the 16x16 matrix`.
Result<std::vector<Layout>> parse_layouts(std::string_view json);
// Reads a file of that format, with the path in front of every message.
Result<std::vector<Layout>> read_layouts(const std::filesystem::path& path);

// Writes one object for one layout; several layouts share the provenance that most of them have.
std::string to_json(const Layout& layout);
std::string to_json(std::span<const Layout> layouts);

}  // namespace tcviz::inline gpu_layout
