// tcviz completion: the script that a shell reads to complete tcviz's words.
#include <array>
#include <memory>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/options.hpp"
#include "app/cli/values.hpp"

namespace tcviz {
inline namespace app_cli {
namespace {

Status completion(const std::string& shell, Context& context) {
  constexpr std::array<std::string_view, 1> shells = {"bash"};
  if (shell.empty()) return bad_input("no shell is named: `eval \"$(tcviz completion bash)\"` completes in this bash.");
  const Result<std::size_t> known = parse_choice("shell", shell, shells);
  TCVIZ_TRY(known);
  context.out << context.bash_completion;
  return Nothing{};
}

}  // namespace

Runner declare_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  add_option(app, "SHELL", "SHELL", *shell, "bash");
  return [shell](Context& context) { return completion(*shell, context); };
}

}  // namespace app_cli
}  // namespace tcviz
