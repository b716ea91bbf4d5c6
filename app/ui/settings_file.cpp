#include "app/ui/settings_file.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "gpu/layout/file.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "window.json";
constexpr std::size_t most_bytes = std::size_t{4} << 20;

// The first free name of window.json.damaged, window.json.2.damaged, ...
fs::path free_name(const fs::path& file) {
  constexpr int most_names = 100;
  std::error_code ignored;
  fs::path name = file.string() + ".damaged";
  for (int n = 2; n < most_names && fs::exists(name, ignored); ++n)
    name = fmt::format("{}.{}.damaged", file.string(), n);
  return name;
}

std::string set_aside(const fs::path& file, const std::string& why) {
  const fs::path aside = free_name(file);
  std::error_code failed;
  fs::rename(file, aside, failed);
  const std::string first = fmt::format("The window's settings could not be read ({}) and start afresh; ", why);
  if (failed) return first + fmt::format("remove {} to be rid of this message.", file.string());
  return first + fmt::format("the old ones are in {}.", aside.string());
}

}  // namespace

SettingsFile::Loaded SettingsFile::load() {
  std::error_code ignored;
  const fs::path file = folder_ / file_name;
  if (folder_.empty() || !fs::exists(file, ignored)) return {};
  Result<std::string> text = read_file(file, most_bytes);
  if (!text.ok()) return {std::nullopt, set_aside(file, text.error().message)};
  Result<Settings> settings = read_settings(text.value());
  if (!settings.ok()) return {std::nullopt, set_aside(file, settings.error().message)};
  known_ = std::move(text).value();
  return {std::move(settings).value(), ""};
}

Result<bool> SettingsFile::save(const Settings& settings) {
  if (folder_.empty()) return false;
  std::string text = write_settings(settings);
  if (text == known_) return false;
  std::error_code ignored;  // the write says what is wrong
  fs::create_directories(folder_, ignored);
  const Status written = write_file(folder_ / file_name, text);
  if (written.ok()) {
    known_ = std::move(text);
    told_ = false;
    return true;
  }
  if (std::exchange(told_, true)) return false;
  return bad_input(fmt::format("The window's settings are not kept: {}", written.error().message));
}

}  // namespace tcviz
