// Opens the real window on the display at hand, draws some frames and closes it; run under Xvfb.
//   smoke_window plain       closes in good order
//   smoke_window hanging     closes while a source hangs: must end all the same
//   smoke_window old-opengl  the display has none new enough: must say so
//   smoke_window settings D  keeps its place and settings in the folder D
//   smoke_window no-display  there is none: must say so, and what works without
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/session/whole/session.hpp"
#include "app/session/whole/settings_keeper.hpp"
#include "app/ui/window/window.hpp"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr int frames = 12;

int fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  return 1;
}

int plain() {
  Sources sources = sample_sources();
  WindowOptions options;
  options.close_after_frames = frames;
  const Status status = run_window(sources, options);
  return status.ok() ? 0 : fail(status.error().message.c_str());
}

int hanging() {
  auto gate = std::make_shared<Gate>();
  Sources sources = sample_sources();
  sources.add(std::make_unique<FakeGpu>("cuda:0", std::vector<std::string>{"wmma.m16n16k16.acc.f32"}, gate));
  WindowOptions options;
  options.source = "cuda:0";
  options.close_after_frames = frames;
  options.leave_at_once = [] { std::_Exit(0); };
  const Status status = run_window(sources, options);
  gate->open();
  return fail(status.ok() ? "it closed in good order, though its source hangs" : status.error().message.c_str());
}

int no_display() {
  Sources sources = sample_sources();
  const Status status = run_window(sources, {});
  if (status.ok()) return fail("a window without a display");
  const std::string& message = status.error().message;
  const bool right = status.error().fault == Fault::Unavailable && message.find("no display") != message.npos &&
                     message.find("tcviz show") != message.npos && message.find("tcviz capture") != message.npos;
  return right ? 0 : fail(message.c_str());
}

// A driver that is too old: one sentence, and what works without.
int old_opengl() {
  Sources sources = sample_sources();
  WindowOptions options;
  options.close_after_frames = frames;
  const Status status = run_window(sources, options);
  if (status.ok()) return fail("a window on OpenGL 2.1");
  const std::string& message = status.error().message;
  const bool right = status.error().fault == Fault::Unavailable && message.find("OpenGL 3.3") != message.npos &&
                     message.find("tcviz capture") != message.npos;
  return right ? 0 : fail(message.c_str());
}

// Places, full screen and settings on a real window: it comes back where it was.
int settings(const char* folder) {
  for (int run = 0; run < 2; ++run) {
    Sources sources = sample_sources();
    WindowOptions options;
    options.close_after_frames = frames;
    options.config_folder = folder;
    const Status status = run_window(sources, options);
    if (!status.ok()) return fail(status.error().message.c_str());
  }
  const SettingsFile::Loaded loaded = SettingsFile(folder).load();
  if (!loaded.settings || !loaded.problem.empty()) return fail("no settings were kept");
  const auto& place = loaded.settings->place;
  return place && place->width >= 640 && place->height >= 400 ? 0 : fail("the window's place was not kept");
}

}  // namespace
}  // namespace tcviz

int main(int count, char** arguments) {
  const std::string_view mode = count > 1 ? arguments[1] : "";
  if (mode == "plain") return tcviz::plain();
  if (mode == "hanging") return tcviz::hanging();
  if (mode == "old-opengl") return tcviz::old_opengl();
  if (mode == "settings" && count > 2) return tcviz::settings(arguments[2]);
  if (mode == "no-display") return tcviz::no_display();
  return 2;
}
