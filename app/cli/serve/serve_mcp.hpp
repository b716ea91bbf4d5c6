// The Model Context Protocol for coding assistants: JSON-RPC 2.0, a message on each line, with tools that are rows of
// serve_methods. Pure: lines in, lines out; the caller hands in the function that does the work.
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
  // Describes a parameter of a method by the help text of the option.
  std::function<std::string(const ServeMethod&, const ServeParameter&)> describe;
};

// Returns the answer to a line, without its end; empty if there is none, as for a notification.
std::string answer_mcp(std::string_view line, const McpServer& server);

}  // namespace tcviz::inline app_cli
