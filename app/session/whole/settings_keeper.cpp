#include "app/session/whole/settings_keeper.hpp"

#include <utility>

namespace tcviz::inline app_session {

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

// The latest is enough.
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
