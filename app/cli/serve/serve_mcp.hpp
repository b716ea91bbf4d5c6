// The Model Context Protocol for coding assistants: JSON-RPC 2.0 with one message per line. Its tools are rows of
// serve_methods(). Converts lines to lines; the caller passes the function that answers requests.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/cli/serve/serve_methods.hpp"
#include "app/cli/serve/serve_stdio.hpp"

namespace tcviz::inline app_cli {

struct McpServer {
  std::string version;  // tcviz's version
  AskRequest ask;
  // Returns the description of a parameter: the help text of its option.
  std::function<std::string(const ServeMethod&, const ServeParameter&)> describe;
};

// Returns the answer to a message, without a line end; empty if it needs none (a notification).
std::string answer_mcp(std::string_view line, const McpServer& server);

}  // namespace tcviz::inline app_cli
