// The protocol tcviz-serve/1: one object on each line, {"id", "method", "params"}, and one answer to each,
// {"id", "result"} or {"id", "error": {"message", "fault"}}. Pure: lines in, lines out; who works is handed in.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

// A request ({"method", "params"}) -> its answer ({"result"} or {"error"}); an error: it came to none.
using AskRequest = std::function<Result<std::string>(const std::string& request)>;

inline constexpr std::string_view serve_format = "tcviz-serve/1";

// The first line: {"format": "tcviz-serve/1", "version": "0.1.0"}.
std::string greeting(std::string_view version);
// The answer to a line, without its end. A line that cannot be read is answered with the id null. Empty: the line is
// blank, and gets none.
std::string answer_line(std::string_view line, const AskRequest& ask);

}  // namespace tcviz::inline app_cli
