// tcviz serve: answers many questions in one process, for other programs: on lines of JSON, or to coding assistants.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/serve/serve_lines.hpp"
#include "app/cli/serve/serve_mcp.hpp"
#include "app/cli/serve/serve_message.hpp"
#include "app/cli/serve/serve_worker.hpp"

namespace tcviz::inline app_cli {
namespace {

struct ServeOptions {
  bool stdio = false, mcp = false;
  int limit = 20;
};

std::string help_of_option(std::span<const Command> commands, const ServeMethod& method,
                           const ServeParameter& parameter) {
  CLI::App app;
  const auto command = std::ranges::find(commands, method.command, &Command::name);
  const Runner unused = command->declare(app);
  const CLI::Option* const option = app.get_option_no_throw(parameter.option);
  return option == nullptr ? "" : option->get_description();
}

// Returns the end of serving after an answer that could not be written: fine if nobody listens any more.
Status cannot_write() {
  if (errno == EPIPE) return Nothing{};
  return bad_input(fmt::format("cannot write to standard output: {}.", std::strerror(errno)));
}

Status serve(const ServeOptions& options, Context& context) {
  if (options.stdio && options.mcp)
    return bad_input("--stdio and --mcp are two protocols on the same streams: choose one.");
  if (!options.stdio && !options.mcp)
    return bad_input("say how: --stdio for lines of JSON, --mcp for a coding assistant (Model Context Protocol).");
  if (options.limit < 1 || options.limit > 3600)
    return bad_input(fmt::format("--limit {} is out of range: it goes from 1 to 3600 seconds.", options.limit));
  const ServeStreams& streams = context.backends.serve;
  if (streams.worker.empty()) return unavailable("nothing can be served here.");
  ServeLimits limits;
  limits.time = std::chrono::seconds(options.limit);
  const auto worker = std::make_shared<ServeWorker>(streams.worker, limits);
  const AskRequest ask = [worker](const std::string& request) { return worker->ask(request); };
  const auto help = [&](const auto& method, const auto& each) {
    return help_of_option(context.commands, method, each);
  };
  const McpServer server{std::string(context.version), ask, help};
  LineReader lines(streams.input, most_line_bytes);
  if (options.stdio && !write_line(streams.output, greeting(context.version))) return cannot_write();
  while (const std::optional<std::string> line = lines.next()) {
    const std::string answer = options.mcp ? answer_mcp(*line, server) : answer_line(*line, ask);
    if (!answer.empty() && !write_line(streams.output, answer)) return cannot_write();
  }
  return Nothing{};
}

}  // namespace

Runner declare_serve(CLI::App& app) {
  auto options = std::make_shared<ServeOptions>();
  add_flag(app, "--stdio", options->stdio, "requests on standard input, answers on standard output, a line each");
  add_flag(app, "--mcp", options->mcp, "the Model Context Protocol on the same streams, for a coding assistant");
  add_option(app, "--limit", "SECONDS", options->limit, "longest time for one request, 1 to 3600 (20)");
  return [options](Context& context) { return serve(*options, context); };
}

}  // namespace tcviz::inline app_cli
