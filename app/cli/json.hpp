// JSON answers as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tcviz {

// Indented, with an end of line. Names of files need not be UTF-8: what is not becomes U+FFFD.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace tcviz
