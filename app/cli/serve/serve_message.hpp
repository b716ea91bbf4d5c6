// Lines of JSON from whoever is at the other end: read with limits, so that no line can cost more than its length, and
// written on one line whatever they hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/serve/serve_methods.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

inline constexpr std::size_t most_line_bytes = std::size_t{1} << 20, most_line_depth = 32;

// BadInput: no JSON, nested deeper than most_line_depth, or longer than most_line_bytes.
Result<ServeJson> read_message(std::string_view line);

// What tells requests apart: a whole number, or a text of at most 200 bytes. As JSON; nothing if it is neither.
std::optional<std::string> read_id(const ServeJson& message);

// A text as JSON. Bytes that are no UTF-8 are replaced.
std::string as_json_text(std::string_view text);
// An object's text with `more` before its end: ",\"data\":1".
std::string with_more(std::string object, std::string_view more);

// "no", "bad_input" or "unavailable".
std::string_view serve_fault(Fault fault);
// {"message": ..., "fault": ...}
std::string serve_error(const Error& error);
// {"error": {...}}
std::string error_answer(const Error& error);

}  // namespace tcviz::inline app_cli
