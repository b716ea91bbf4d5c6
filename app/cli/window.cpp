// tcviz [KIND]: the window.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/cli/commands.hpp"
#include "app/cli/options.hpp"
#include "app/cli/values.hpp"
#include "app/cli/window_request.hpp"

namespace tcviz {
namespace {

// A first word that is neither a kind nor a file may be a command that was misspelt.
Error explain_word(const std::string& word, const Error& error) {
  std::error_code none;
  const bool is_plain_word = !word.empty() && word.find_first_of("./") == std::string::npos;
  if (error.fault != Fault::BadInput || !is_plain_word || std::filesystem::exists(word, none)) return error;
  std::vector<std::string_view> names;
  for (const Command& command : commands().subspan(1)) names.push_back(command.name);
  return bad_input(
      fmt::format("'{}' is no command, no kind and no file.{} `tcviz --help` lists the commands, `tcviz kinds` "
                  "the kinds.",
                  word, suggest(word, names)));
}

Status open_window(const TargetArguments& arguments, Context& context) {
  WindowRequest request;
  if (Status read = read_window_request(arguments, request); !read) return read;
  Result<Sources> sources = sources_for_window(context, request);
  if (!sources) return explain_word(arguments.kind, sources.error());
  return context.backends.window(sources.value(), request);
}

}  // namespace

Runner declare_window(CLI::App& app) {
  auto arguments = std::make_shared<TargetArguments>();
  add_target(app, *arguments);
  return [arguments](Context& context) { return open_window(*arguments, context); };
}

}  // namespace tcviz
