// The work behind `tcviz serve`: a request becomes a command line, and its output becomes the answer. It runs in a
// process of its own (serve_worker.hpp), so that the client can give it up.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"

namespace tcviz::inline app_cli {

// Answers a request, {"method", "params"} in JSON, by one line of JSON without its end: {"result"} or {"error":
// {"message", "fault"}}, and "notes" if there are any. An answer of "no" that says more than that is a result, with
// "no": the sentence.
std::string answer_request(const std::string& request, const Context& context);

// Answers frames until `input` ends. The context's sources are found once and kept.
void serve_requests(int input, int output, Context context);

}  // namespace tcviz::inline app_cli
