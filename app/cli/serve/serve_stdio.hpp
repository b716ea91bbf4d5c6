// The protocol tcviz-serve/1: each line is a JSON object {"id", "method", "params"}, and each answer a line {"id",
// "result"} or {"id", "error": {"message", "fault"}}. Converts lines to lines; the caller passes the function that
// answers requests.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// Answers a request ({"method", "params"}) with {"result"} or {"error"}; returns an error if there is no answer.
using AskRequest = std::function<Result<std::string>(const std::string& request)>;

inline constexpr std::string_view serve_format = "tcviz-serve/1";

// Returns the first line of the output: {"format": "tcviz-serve/1", "version": "0.2.0"}.
std::string greeting(std::string_view version);
// Returns the answer to a line, without a line end; empty for a blank line. The answer to an unreadable line has the id
// null.
std::string answer_line(std::string_view line, const AskRequest& ask);

}  // namespace tcviz::inline app_cli
