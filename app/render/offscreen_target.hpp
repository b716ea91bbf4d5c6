// A framebuffer of RGBA8 pixels to draw into and read back. Needs a current OpenGL context with its functions loaded;
// knows nothing of the drawing.
#pragma once

#include <memory>

#include "app/render/pixels.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

class OffscreenTarget {
 public:
  // Makes the framebuffer. BadInput if a side is below 1 or above the driver's limit.
  static Result<OffscreenTarget> make(int width, int height);
  OffscreenTarget(OffscreenTarget&& other) noexcept;
  OffscreenTarget& operator=(OffscreenTarget&& other) noexcept;
  ~OffscreenTarget();

  int width() const;
  int height() const;
  unsigned texture() const;  // the OpenGL name, to show it elsewhere

  // Makes it the framebuffer that is drawn into and sets the viewport to all of it.
  void bind() const;
  // Waits for the drawing and copies it out.
  Pixels read_pixels() const;

 private:
  struct State;
  explicit OffscreenTarget(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
