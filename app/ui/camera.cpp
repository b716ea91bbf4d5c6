#include "app/ui/camera.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz {
namespace {

Point middle(const Rect& rect) { return {rect.x + rect.w / 2, rect.y + rect.h / 2}; }

}  // namespace

float fit_zoom(const Canvas& canvas) {
  const float margin = 2 * fit_margin * canvas.unit;
  const float across = std::max(1.0F, canvas.rect.w - margin) / (canvas.scene_width * canvas.unit);
  const float down = std::max(1.0F, canvas.rect.h - margin) / (canvas.scene_height * canvas.unit);
  return std::clamp(std::min(across, down), min_zoom, max_fit_zoom);
}

Camera resolved(const Camera& camera, const Canvas& canvas) {
  return camera.fit ? Camera{false, fit_zoom(canvas), {0.5F, 0.5F}} : camera;
}

Projection project(const Camera& camera, const Canvas& canvas) {
  const Camera c = resolved(camera, canvas);
  const float zoom = c.zoom * canvas.unit;
  const Point at = middle(canvas.rect);
  return {zoom,
          {std::round(at.x - c.center.x * canvas.scene_width * zoom),
           std::round(at.y - c.center.y * canvas.scene_height * zoom)}};
}

Camera zoomed(const Camera& camera, const Canvas& canvas, Point pixel, float factor) {
  const Camera before = resolved(camera, canvas);
  Camera after = before;
  after.zoom = std::clamp(before.zoom * factor, min_zoom, max_zoom);
  const Point at = middle(canvas.rect);
  const float change = (1 / before.zoom - 1 / after.zoom) / canvas.unit;  // scene units for each pixel from the middle
  after.center = {before.center.x + (pixel.x - at.x) * change / canvas.scene_width,
                  before.center.y + (pixel.y - at.y) * change / canvas.scene_height};
  return after;
}

Camera panned(const Camera& camera, const Canvas& canvas, Point pixels) {
  Camera after = resolved(camera, canvas);
  const float zoom = after.zoom * canvas.unit;
  after.center.x -= pixels.x / (zoom * canvas.scene_width);
  after.center.y -= pixels.y / (zoom * canvas.scene_height);
  return after;
}

}  // namespace tcviz
