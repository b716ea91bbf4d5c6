// Reads and writes messages of `tcviz serve`: one JSON value per line. Reading has limits, because clients are not
// trusted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/serve/serve_methods.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

inline constexpr std::size_t most_line_bytes = std::size_t{1} << 20, most_line_depth = 32;

// Reads a line. Returns the error BadInput if it is not JSON, nested deeper than most_line_depth, or longer than
// most_line_bytes.
Result<ServeJson> read_message(std::string_view line);

// Returns the id of a request as JSON text: a whole number, or a string of at most 200 bytes; none if it is neither.
std::optional<std::string> read_id(const ServeJson& message);

// Returns `text` as a JSON string. Bytes that are not UTF-8 are replaced.
std::string as_json_text(std::string_view text);
// Inserts `more`, such as ",\"data\":1", before the closing brace of the JSON object `object`.
std::string with_more(std::string object, std::string_view more);

// Returns the word for a fault in answers: "no" (Negative), "bad_input" or "unavailable".
std::string_view serve_fault(Fault fault);
// Returns an error as JSON: {"message": ..., "fault": ...}.
std::string serve_error(const Error& error);
// Returns an answer with an error: {"error": {"message": ..., "fault": ...}}.
std::string error_answer(const Error& error);

}  // namespace tcviz::inline app_cli
