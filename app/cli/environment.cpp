#include "app/cli/environment.hpp"

namespace tcviz {
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

std::filesystem::path config_folder(const Environment& environment) {
  const std::filesystem::path xdg = value_of(environment, "XDG_CONFIG_HOME");
  if (xdg.is_absolute()) return xdg / "tcviz";  // the specification has relative paths ignored
  const std::filesystem::path home = value_of(environment, "HOME");
  if (home.is_absolute()) return home / ".config" / "tcviz";
  return {};
}

}  // namespace tcviz
