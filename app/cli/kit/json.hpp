// JSON answers as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tcviz::inline app_cli {

// Indented, with an end of line. A file's name need not be UTF-8: bytes that are not UTF-8 become U+FFFD.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace tcviz::inline app_cli
