// tcviz completion: the script that a shell reads to complete tcviz's words.
#include <memory>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/values.hpp"

namespace tcviz::inline app_cli {
namespace {

Status completion(const std::string& shell, Context& context) {
  if (shell.empty())
    return bad_input(
        "no shell is named: `eval \"$(tcviz completion bash)\"` completes in this bash, `eval \"$(tcviz completion "
        "zsh)\"` in zsh, `tcviz completion fish | source` in fish.");
  std::vector<std::string_view> shells;
  for (const CompletionScript& script : context.completions) shells.push_back(script.shell);
  const Result<std::size_t> known = parse_choice("shell", shell, shells);
  TCVIZ_TRY(known);
  context.out << context.completions[known.value()].text;
  return Nothing{};
}

}  // namespace

Runner declare_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  add_option(app, "SHELL", "SHELL", *shell, "bash, fish or zsh");
  return [shell](Context& context) { return completion(*shell, context); };
}

}  // namespace tcviz::inline app_cli
