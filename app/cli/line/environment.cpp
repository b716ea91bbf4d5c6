#include "app/cli/line/environment.hpp"

#include <algorithm>
#include <charconv>

namespace tcviz::inline app_cli {
namespace {

std::string_view value_of(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value ? value : "";
}

}  // namespace

bool wants_color(bool out_is_terminal, const Environment& environment) {
  if (!value_of(environment, "NO_COLOR").empty()) return false;
  const std::string_view force = value_of(environment, "CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return out_is_terminal && value_of(environment, "TERM") != "dumb";
}

bool knows_true_color(const Environment& environment) {
  const std::string_view depth = value_of(environment, "COLORTERM");
  return depth == "truecolor" || depth == "24bit";
}

std::size_t terminal_columns(bool out_is_terminal, std::size_t of_terminal, const Environment& environment) {
  constexpr std::size_t narrowest = 20;
  if (!out_is_terminal) return 0;
  const std::string_view text = value_of(environment, "COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (error != std::errc() || end != text.data() + text.size() || columns == 0) columns = of_terminal;
  return columns == 0 ? 0 : std::max(columns, narrowest);
}

std::filesystem::path config_folder(const Environment& environment) {
  const std::filesystem::path xdg = value_of(environment, "XDG_CONFIG_HOME");
  if (xdg.is_absolute()) return xdg / "tcviz";  // the specification has relative paths ignored
  const std::filesystem::path home = value_of(environment, "HOME");
  if (home.is_absolute()) return home / ".config" / "tcviz";
  return {};
}

}  // namespace tcviz::inline app_cli
