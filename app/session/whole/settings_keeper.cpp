#include "app/session/whole/settings_keeper.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/session/base/set_aside.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "window.json";
constexpr std::size_t most_bytes = std::size_t{4} << 20;
constexpr const char* what = "The window's settings";

}  // namespace

SettingsFile::Loaded SettingsFile::load() {
  std::error_code ignored;
  const fs::path file = folder_ / file_name;
  if (folder_.empty() || !fs::exists(file, ignored)) return {};
  Result<std::string> text = read_file(file, most_bytes);
  if (!text.ok()) return {std::nullopt, set_aside(file, what, text.error().message)};
  Result<Settings> settings = read_settings(text.value());
  if (!settings.ok()) return {std::nullopt, set_aside(file, what, settings.error().message)};
  known_ = std::move(text).value();
  return {std::move(settings).value(), ""};
}

Result<bool> SettingsFile::save(const Settings& settings) {
  if (folder_.empty()) return false;
  std::string text = write_settings(settings);
  if (text == known_) return false;
  std::error_code ignored;  // the write names the error
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

SettingsKeeper::SettingsKeeper(SettingsFile file, std::function<void()> wake)
    : thread_(
          [file = std::make_shared<SettingsFile>(std::move(file))](const Job& job, const auto& context) {
            Settings settings = job.settings;
            settings.link = write_link(job.link);
            const Result<bool> saved = file->save(settings);
            if (!saved.ok()) context.tell(saved.error().message);
          },
          [](const Job&, const char* why) { return std::string("The window's settings are not kept: ") + why; },
          [](const std::string&, const std::string&) { return false; }, std::move(wake)) {}

// Keeps the latest only, which is enough.
void SettingsKeeper::keep(Settings settings, Link link) {
  thread_.take_back([](const Job&) { return true; });
  thread_.start({std::move(settings), std::move(link)});
}

bool SettingsKeeper::due(Clock::time_point now) {
  if (now - last_ < every) return false;
  last_ = now;
  return true;
}

void SettingsKeeper::finish() { thread_.wait(std::chrono::hours(1)); }

}  // namespace tcviz::inline app_session
