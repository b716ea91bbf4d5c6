// A framebuffer of RGBA8 pixels to draw into and read back. Needs a current OpenGL context with its functions loaded;
// knows nothing of what is drawn.
#pragma once

#include "app/render/pixels.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

class OffscreenTarget {
 public:
  // BadInput where a side is below 1 or above what the driver can draw into.
  static Result<OffscreenTarget> make(int width, int height);
  OffscreenTarget(OffscreenTarget&& other) noexcept;
  OffscreenTarget& operator=(OffscreenTarget&& other) noexcept;
  ~OffscreenTarget();

  int width() const { return width_; }
  int height() const { return height_; }
  unsigned texture() const { return texture_; }

  // Makes it the framebuffer that is drawn into and sets the viewport to all of it.
  void bind() const;
  // Waits for the drawing and copies it out.
  Pixels read_pixels() const;

 private:
  OffscreenTarget(int width, int height) : width_(width), height_(height) {}
  int width_ = 0, height_ = 0;
  unsigned framebuffer_ = 0, texture_ = 0;
};

}  // namespace tcviz
