#include "app/session/base/camera.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_session {
namespace {

Point middle(const Rect& rect) { return {rect.x + rect.w / 2, rect.y + rect.h / 2}; }

// Returns the middle of the part of a length that is seen: its own middle, or if it is longer than the canvas the
// middle that shows its beginning.
float centered(float canvas, float scene, float margin) {
  return scene <= canvas ? 0.5F : (canvas / 2 - margin) / scene;
}

}  // namespace

float fit_zoom(const Canvas& canvas) {
  const float margin = 2 * fit_margin * canvas.unit;
  const float across = std::max(1.0F, canvas.rect.w - margin) / (canvas.scene_width * canvas.unit);
  const float down = std::max(1.0F, canvas.rect.h - margin) / (canvas.scene_height * canvas.unit);
  return std::clamp(std::min(across, down), std::clamp(canvas.least_fit, min_zoom, max_fit_zoom), max_fit_zoom);
}

Camera resolved(const Camera& camera, const Canvas& canvas) {
  if (!camera.fit) return camera;
  const float zoom = fit_zoom(canvas), pixels = zoom * canvas.unit, margin = fit_margin * canvas.unit;
  const float x = centered(canvas.rect.w, canvas.scene_width * pixels, margin);
  const float y = centered(canvas.rect.h, canvas.scene_height * pixels, margin);
  return {false, zoom, canvas.at_end ? Point{1 - x, 1 - y} : Point{x, y}};
}

Projection project(const Camera& camera, const Canvas& canvas) {
  const Camera c = resolved(camera, canvas);
  const float zoom = c.zoom * canvas.unit;
  const Point at = middle(canvas.rect);
  return {zoom,
          {std::round(at.x - c.center.x * canvas.scene_width * zoom),
           std::round(at.y - c.center.y * canvas.scene_height * zoom)}};
}

bool overflows(const Canvas& canvas, const Projection& p) {
  const Point high = p.to_pixels({canvas.scene_width, canvas.scene_height});
  const Rect& r = canvas.rect;
  return p.origin.x < r.x - 1 || p.origin.y < r.y - 1 || high.x > r.x + r.w + 1 || high.y > r.y + r.h + 1;
}

Camera looking_at(const Camera& camera, const Canvas& canvas, Point scene) {
  Camera after = resolved(camera, canvas);
  after.center = {scene.x / canvas.scene_width, scene.y / canvas.scene_height};
  return after;
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

}  // namespace tcviz::inline app_session
