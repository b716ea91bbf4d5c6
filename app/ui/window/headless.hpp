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
  // Handles news and actions, and builds a frame if one is due. Returns true if it did.
  bool step();
  // Builds frames until none is due, at most `most`. Returns the number of frames.
  int run_idle(int most = 100);
  // Writes the settings, as the window does if nothing has happened for a while.
  void rest();
  // Builds a frame, due or not. Whoever wants its pixels lets it be rendered, which takes most of the time.
  void draw();
  // Renders the last frame, unless that is done.
  void render();
  std::vector<Rect> subjects() const;
  // Returns the pixels of the last frame.
  Pixels pixels();

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
  bool rendered_ = true;  // the last frame
};

// Returns the window for `tcviz capture`, after everything that the options ask for is on screen.
Result<std::unique_ptr<Headless>> captured_window(Sources& sources, const CaptureOptions& options);

}  // namespace tcviz::inline app_ui
