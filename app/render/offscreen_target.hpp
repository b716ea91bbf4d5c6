// A framebuffer of RGBA8 pixels, to draw into without a window and to read back. Needs a current OpenGL context with
// loaded functions.
#pragma once

#include <memory>

#include "app/render/pixels.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

class OffscreenTarget {
 public:
  // Makes the framebuffer. Returns the error BadInput if a side is below 1 or above the driver's limit.
  static Result<OffscreenTarget> make(int width, int height);
  OffscreenTarget(OffscreenTarget&& other) noexcept;
  OffscreenTarget& operator=(OffscreenTarget&& other) noexcept;
  ~OffscreenTarget();

  int width() const;
  int height() const;
  unsigned texture() const;  // OpenGL's name of the texture, to draw it elsewhere

  // Makes it the current framebuffer, and sets the viewport to its whole area.
  void bind() const;
  // Waits until drawing has finished, and returns the pixels.
  Pixels read_pixels() const;

 private:
  struct State;
  explicit OffscreenTarget(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
