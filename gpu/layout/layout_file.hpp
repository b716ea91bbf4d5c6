// Reads and writes layout files in the JSON format "tcviz-layout/1". The parser is strict.
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

// Parses one layout, or {"provenance": {...}, "layouts": [...]}, where layouts without a provenance take the shared
// one. Ignores unknown keys. An error names the place: `layouts[3].map[17]: element 256 is outside the 16x16 matrix`.
Result<std::vector<Layout>> parse_layouts(std::string_view json);
// Reads a file in this format; every error message begins with the path.
Result<std::vector<Layout>> read_layouts(const std::filesystem::path& path);

// Returns the JSON text of one or several layouts; several layouts share the provenance that most of them have.
std::string to_json(const Layout& layout);
std::string to_json(std::span<const Layout> layouts);

}  // namespace tcviz::inline gpu_layout
