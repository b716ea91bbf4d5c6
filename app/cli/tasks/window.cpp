// tcviz [KIND]: the window.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/tasks/window_request.hpp"
#include "app/session/whole/window_options.hpp"

namespace tcviz::inline app_cli {
namespace {

// A first word that is neither a kind nor a file may be a command that was misspelt.
Error explain_word(const std::string& word, const Error& error, const Context& context) {
  std::error_code none;
  const bool is_plain_word = !word.empty() && word.find_first_of("./") == std::string::npos;
  if (error.fault != Fault::BadInput || !is_plain_word || std::filesystem::exists(word, none)) return error;
  return bad_input(
      fmt::format("'{}' is not a command, a kind or a file.{} `tcviz --help` lists the commands, `tcviz kinds` "
                  "the kinds.",
                  word, suggest_command(word, context.commands)));
}

struct WindowWords {
  TargetArguments target;
  std::string link;
  bool fresh = false;
};

Status open_window(const WindowWords& words, Context& context) {
  const TargetArguments& arguments = words.target;
  WindowOptions options;
  TCVIZ_TRY(read_window_request(arguments, options));
  TCVIZ_TRY(read_link_option(words.link, options));
  options.fresh = words.fresh;
  Result<Sources> sources = sources_for_window(context, options);
  if (!sources) return explain_word(arguments.kind, sources.error(), context);
  return context.backends.window(sources.value(), options);
}

}  // namespace

Runner declare_window(CLI::App& app) {
  auto words = std::make_shared<WindowWords>();
  add_target(app, words->target);
  add_option(app, "--link", "LINK", words->link, "what Edit > Copy command wrote: opens that very view");
  add_flag(app, "--fresh", words->fresh, "do not go on where the last window was closed");
  return [words](Context& context) { return open_window(*words, context); };
}

}  // namespace tcviz::inline app_cli
