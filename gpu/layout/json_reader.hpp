// Parses JSON more strictly than the library: refuses duplicate keys, deep nesting, long arrays, and special characters
// in strings. Knows nothing of layouts.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_layout {

struct JsonLimits {
  std::size_t depth = 32;
  std::size_t array_entries = std::size_t{1} << 20;
  std::size_t bytes = std::size_t{64} << 20;
};

// Parses the text. An error names the place: the path of keys if the text is JSON, else line and column.
Result<nlohmann::json> read_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace tcviz::inline gpu_layout
