// Writes the answer of a command to the context's stream, or to the file of the option -o; and converts JSON to text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Writes to the file `path`, completely or not at all; if `path` is empty or "-", to the context's stream.
Status deliver(std::string_view bytes, const std::string& path, Context& context);
bool goes_to_stream(const std::string& path);

// Returns the answer "no". If it `is_told` by what the command has printed, no sentence on standard error repeats it.
Error answered_no(bool is_told, std::string message);

// Returns indented JSON with a line end. Bytes that are not UTF-8 (in file names) become U+FFFD.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace tcviz::inline app_cli
