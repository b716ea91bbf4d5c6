#include "app/session/base/set_aside.hpp"

#include <system_error>

#include <fmt/format.h>

namespace tcviz::inline app_session {
namespace {

namespace fs = std::filesystem;

fs::path free_name(const fs::path& file) {
  constexpr int most_names = 100;
  std::error_code ignored;
  fs::path name = file.string() + ".damaged";
  for (int n = 2; n < most_names && fs::exists(name, ignored); ++n)
    name = fmt::format("{}.{}.damaged", file.string(), n);
  return name;
}

}  // namespace

std::string set_aside(const fs::path& file, std::string_view what, const std::string& why) {
  const fs::path aside = free_name(file);
  std::error_code failed;
  fs::rename(file, aside, failed);
  const std::string first = fmt::format("{} could not be read ({}) and start afresh; ", what, why);
  if (failed) return first + fmt::format("remove {} to be rid of this message.", file.string());
  return first + fmt::format("the old ones are in {}.", aside.string());
}

}  // namespace tcviz::inline app_session
