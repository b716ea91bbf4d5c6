// Delivers an answer to the stream of the context or to the file of -o; writes JSON as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Writes to the file `path`, whole or not at all; to the context's stream if `path` is empty or "-".
Status deliver(std::string_view bytes, const std::string& path, Context& context);
bool goes_to_stream(const std::string& path);

// Returns indented JSON with a line end. Names of files need not be UTF-8: other bytes become U+FFFD.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace tcviz::inline app_cli
