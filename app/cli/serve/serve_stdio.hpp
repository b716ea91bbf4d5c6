// The protocol tcviz-serve/1: one object on each line, {"id", "method", "params"}, and one answer to each, {"id",
// "result"} or {"id", "error": {"message", "fault"}}. Pure: lines in, lines out; the caller hands in the function that
// does the work.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// A function from a request ({"method", "params"}) to its answer ({"result"} or {"error"}); an error if there is none.
using AskRequest = std::function<Result<std::string>(const std::string& request)>;

inline constexpr std::string_view serve_format = "tcviz-serve/1";

// Returns the first line: {"format": "tcviz-serve/1", "version": "0.2.0"}.
std::string greeting(std::string_view version);
// Returns the answer to a line, without a line end. The answer to a line that cannot be read has the id null; a blank
// line gets none.
std::string answer_line(std::string_view line, const AskRequest& ask);

}  // namespace tcviz::inline app_cli
