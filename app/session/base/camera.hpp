// The camera over the grids: converts between units of a scene (the picture) and pixels of the canvas (the area of the
// window that shows it). Draws nothing.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_session {

// The magnification, and the scene point in the middle of the canvas as a fraction of the scene's size. If `fit` is
// set, zoom and center are ignored: the whole scene is shown, whatever the size of the canvas.
struct Camera {
  bool fit = true;
  float zoom = 1;
  Point center = {0.5F, 0.5F};
};

inline constexpr float min_zoom = 0.02F, max_zoom = 16, max_fit_zoom = 2;
inline constexpr float fit_margin = 12;  // scene units at zoom 1

// The canvas, and the size of the scene on it in scene units.
struct Canvas {
  Rect rect;       // pixels
  float unit = 1;  // pixels of a scene unit at zoom 1: the scale of the user interface
  float scene_width = 1, scene_height = 1;
  // The smallest zoom that `fit` chooses, so that labels stay readable. A scene that is too large for the canvas at
  // this zoom is shown from its upper left corner, or with `at_end` from its lower right corner.
  float least_fit = min_zoom;
  bool at_end = false;
};

// The conversion between scene units and pixels of the window.
struct Projection {
  float zoom = 1;  // pixels for each scene unit
  Point origin;    // the pixel of scene point (0, 0): whole numbers, so that lines stay sharp

  Point to_pixels(Point scene) const { return {origin.x + scene.x * zoom, origin.y + scene.y * zoom}; }
  Point to_scene(Point pixel) const { return {(pixel.x - origin.x) / zoom, (pixel.y - origin.y) / zoom}; }
};

// Returns the zoom at which the whole scene with a margin fills the canvas, limited to least_fit..max_fit_zoom.
float fit_zoom(const Canvas& canvas);
// Returns a camera with the same view whose `fit` is false.
Camera resolved(const Camera& camera, const Canvas& canvas);
Projection project(const Camera& camera, const Canvas& canvas);

// True if parts of the scene lie outside the canvas.
bool overflows(const Canvas& canvas, const Projection& projection);
// Returns the camera with the scene point `scene` in the middle of the canvas.
Camera looking_at(const Camera& camera, const Canvas& canvas, Point scene);

// Returns the camera `factor` times closer; the scene point under `pixel` stays in its place.
Camera zoomed(const Camera& camera, const Canvas& canvas, Point pixel, float factor);
// Returns the camera after the scene has moved by `pixels` on the canvas.
Camera panned(const Camera& camera, const Canvas& canvas, Point pixels);

}  // namespace tcviz::inline app_session
