// Answers the requests of `tcviz serve`: turns each into a command line, and the command's output into the answer. Runs
// in a worker process (app/cli/serve/serve_worker.hpp), which can be killed.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Answers a request, the JSON object {"method", "params"}, with one line of JSON without a line end: {"result"} or
// {"error": {"message", "fault"}}, and "notes" if there are any. If the command ends with the fault Negative but has
// output, the answer is {"result", "no"}, where "no" is the message.
std::string answer_request(const std::string& request, const Context& context);

// Answers the requests that arrive in frames (messages with a length) at the descriptor `input`, until it ends.
// Searches sources of layouts once, and keeps them.
void serve_requests(int input, int output, Context context);

}  // namespace tcviz::inline app_cli
