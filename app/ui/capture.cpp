// `tcviz capture`: the window as a picture.
#include <cmath>

#include <fmt/format.h>

#include "app/ui/headless.hpp"
#include "app/ui/window.hpp"

namespace tcviz {
namespace {

Status pin(Session& session, Slot slot) {
  const Document& d = session.document();
  const Layout* layout = d.layout();
  if (layout == nullptr) {
    const NoLayout none = why_no_layout(d);
    return unavailable(fmt::format("nothing to select in: {}. {}", none.title, none.reason));
  }
  const bool there = slot.tid >= 0 && slot.tid < layout->threads() && slot.i >= 0 && slot.i < layout->values();
  if (!there) {
    return bad_input(fmt::format("no slot {},{} in {}: tid is 0 to {} and i is 0 to {}.", slot.tid, slot.i, d.kind,
                                 layout->threads() - 1, layout->values() - 1));
  }
  const auto element = layout->element(slot);
  if (!element) return bad_input(fmt::format("slot {},{} of {} holds no element.", slot.tid, slot.i, d.kind));
  session.actions().push_back(SetPin{Pick{*element, slot}});
  return Nothing{};
}

// A window is never of one colour: a driver whose context is lost draws nothing and says nothing.
// Seen on an H200 (driver 580.159.04) for half a minute after another program's kernel had faulted.
bool is_blank(const Pixels& pixels) {
  const Color first = pixels.at(0, 0);
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      if (pixels.at(x, y) != first) return false;
    }
  }
  return true;
}

}  // namespace

Result<std::string> capture_window(Sources& sources, const CaptureOptions& options) {
  if (!(options.scale >= 0.5 && options.scale <= 4)) return bad_input("the scale must be between 0.5 and 4.");
  const auto pixels = [&](int points) { return static_cast<int>(std::lround(points * options.scale)); };
  WindowOptions window = options.window;
  window.config_folder.clear();  // a picture depends on its options only
  auto made = Headless::make(sources, window, pixels(options.width), pixels(options.height), options.scale);
  if (!made.ok()) return made.error();
  Headless& headless = *made.value();
  Session& session = headless.session();
  session.settle();
  session.actions().push_back(SetTheme{options.theme});
  session.update();
  if (options.select) {
    if (Status pinned = pin(session, *options.select); !pinned.ok()) return pinned.error();
  }
  headless.run_idle();
  const Pixels drawn = headless.pixels();
  if (is_blank(drawn)) return unavailable("the OpenGL driver drew nothing: try again in a minute, or restart it.");
  return encode_png(drawn);
}

}  // namespace tcviz
