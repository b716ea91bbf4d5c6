// The window without a display: the same frames, drawn into memory. For `tcviz capture`, the tests and the benchmarks.
#pragma once

#include <memory>
#include <vector>

#include "app/render/gl_context.hpp"
#include "app/render/offscreen_target.hpp"
#include "app/render/pixels.hpp"
#include "app/scene/easel/scene.hpp"
#include "app/session/base/pacer.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {
struct Document;
class Session;
struct CaptureOptions;
struct WindowOptions;
}
namespace tcviz::inline gpu_probe {
class Sources;
}
namespace tcviz::inline app_ui {

class Shell;

class Headless {
 public:
  // Makes a window. Width and height in pixels; `scale` as a monitor's would be. Time stands still at 60 frames a
  // second. A window waits for nothing; a patient one waits before each frame for the work behind it, a minute at most,
  // so that its pictures do not depend on the load of the machine.
  static Result<std::unique_ptr<Headless>> make(Sources& sources, const WindowOptions& options, int width, int height,
                                                double scale, bool patient = true);

  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;
  ~Headless();  // keeps the settings

  Session& session() { return *session_; }
  const Document& document() const;
  Pacer& pacer() { return pacer_; }

  // Takes in news and actions as the window's loop does. True if there were any.
  bool take_in();
  // Takes in news and actions, and draws a frame if one is due. True if it drew.
  bool step();
  // Draws frames until none is due, at most `most`. Returns their number.
  int run_idle(int most = 100);
  // Keeps the settings, as the window does if nothing has happened for a while.
  void rest();
  // Draws a frame, due or not; without `picture` it is built, but not rendered.
  void draw(bool picture = true);
  std::vector<Rect> subjects() const;
  Pixels pixels() const { return target_.read_pixels(); }

 private:
  Headless(GlContext context, OffscreenTarget target, std::unique_ptr<Shell> shell, std::unique_ptr<Session> session,
           double scale, bool patient);

  GlContext context_;
  OffscreenTarget target_;
  std::unique_ptr<Shell> shell_;
  std::unique_ptr<Session> session_;
  Pacer pacer_;
  float scale_;
  bool patient_;
};

// Returns the window that `tcviz capture` draws, when all that it waits for has come.
Result<std::unique_ptr<Headless>> captured_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz::inline app_ui
