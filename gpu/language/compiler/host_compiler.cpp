#include "gpu/language/compiler/host_compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"

namespace tcviz::inline gpu_compiler {
namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// Finds a program as a shell does.
std::filesystem::path found_program(std::string_view name) {
  if (name.find('/') != name.npos) return is_program(name) ? std::filesystem::absolute(name) : std::filesystem::path();
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    if (path.is_absolute() && is_program(path)) return path;
  }
  return {};
}

// Returns the last word of the first line that looks like 12.2.0.
std::string version_in(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  std::string found;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(line.size(), word.size() + 1));
    const bool digits = word.find_first_not_of("0123456789.") == word.npos;
    if (digits && word.find('.') != word.npos) found = word;
  }
  return found;
}

}  // namespace

Result<HostCompiler> find_host_compiler() {
  const char* const own = std::getenv("TCVIZ_CXX");
  const bool chosen = own != nullptr && *own != '\0';
  std::filesystem::path program = chosen ? found_program(own) : std::filesystem::path();
  if (chosen && program.empty())
    return unavailable(fmt::format("TCVIZ_CXX names no program: \"{}\". Unset it, or name a C++ compiler.", own));
  constexpr std::array<std::string_view, 3> names = {"g++", "clang++", "c++"};
  for (const std::string_view name : names)
    if (program.empty()) program = found_program(name);
  if (program.empty())
    return unavailable("no C++ compiler was found: install g++ or clang++, or name one by TCVIZ_CXX.");
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  LimitedProcess ask{{program.string(), "--version"}, folder.value().path(), {}};
  ask.limits.computes_only = false;
  const Result<ProcessEnd> said = run_limited(ask);
  TCVIZ_TRY(said);
  const std::string version = version_in(said.value().answer);
  if (said.value().exit_code != 0 || said.value().signal != 0)
    return unavailable(fmt::format("{} does not say its version: it is no C++ compiler.", program.string()));
  return HostCompiler{program, fmt::format("{}{}{}", program.filename().string(), version.empty() ? "" : " ", version)};
}

}  // namespace tcviz::inline gpu_compiler
