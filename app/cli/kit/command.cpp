#include "app/cli/kit/command.hpp"

#include <vector>

#include "app/cli/kit/values.hpp"

namespace tcviz::inline app_cli {

std::string suggest_command(std::string_view word, std::span<const Command> commands) {
  std::vector<std::string_view> names;
  for (const Command& command : commands.subspan(1)) names.push_back(command.name);
  return suggest(word, names);
}

}  // namespace tcviz::inline app_cli
