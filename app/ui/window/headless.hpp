// The window without a display: draws the same frames into memory. For `tcviz capture`, tests and benchmarks.
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
  // Makes a window. Width and height are in pixels; `scale` stands for the scale of a monitor. Each frame takes exactly
  // 1/60 second of its time. If `patient`, waits before each frame for the background work, up to a minute, so that
  // pictures do not depend on the load of the machine.
  static Result<std::unique_ptr<Headless>> make(Sources& sources, const WindowOptions& options, int width, int height,
                                                double scale, bool patient = true);

  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;
  ~Headless();  // writes the settings

  Session& session() { return *session_; }
  const Document& document() const;
  Pacer& pacer() { return pacer_; }

  // Handles news of threads and queued actions, as the window's loop does. Returns true if there were any.
  bool take_in();
  // Handles news and actions, and draws a frame if one is due. Returns true if it drew.
  bool step();
  // Draws frames until none is due, at most `most`. Returns the number of frames.
  int run_idle(int most = 100);
  // Writes the settings, as the window does if nothing has happened for a while.
  void rest();
  // Draws a frame, due or not. If `picture` is false, builds it without rendering.
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

// Returns the window for `tcviz capture`, after everything that the options ask for is on screen.
Result<std::unique_ptr<Headless>> captured_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz::inline app_ui
