// The camera over the grids: plain arithmetic between scene units and pixels. Knows nothing of the drawing.
#pragma once

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_session {

// The magnification of the scene, and the point of it that lies in the middle of the canvas, as a part of the scene's
// size. With `fit` the whole scene is shown, whatever the size of the canvas; `zoom` is unused then.
struct Camera {
  bool fit = true;
  float zoom = 1;
  Point center = {0.5F, 0.5F};
};

inline constexpr float min_zoom = 0.02F, max_zoom = 16, max_fit_zoom = 2;
inline constexpr float fit_margin = 12;  // scene units at zoom 1

// The scene that a camera looks at, and the canvas that it draws on.
struct Canvas {
  Rect rect;       // pixels
  float unit = 1;  // pixels of a scene unit at zoom 1: the scale of the user interface
  float scene_width = 1, scene_height = 1;
  // The least zoom of a camera that fits, so that labels stay readable: a scene that is larger then begins at the
  // canvas's upper left corner.
  float least_fit = min_zoom;
  bool at_end = false;  // or at its lower right corner, where the most of it is
};

struct Projection {
  float zoom = 1;  // pixels for each scene unit
  Point origin;    // the pixel of scene point (0, 0): whole numbers, so that lines stay sharp

  Point to_pixels(Point scene) const { return {origin.x + scene.x * zoom, origin.y + scene.y * zoom}; }
  Point to_scene(Point pixel) const { return {(pixel.x - origin.x) / zoom, (pixel.y - origin.y) / zoom}; }
};

// Returns the zoom at which the whole scene is seen with a margin; small scenes are not blown up beyond max_fit_zoom,
// large ones not made smaller than the canvas allows.
float fit_zoom(const Canvas& canvas);
// Returns the same view without `fit`.
Camera resolved(const Camera& camera, const Canvas& canvas);
Projection project(const Camera& camera, const Canvas& canvas);

// True if parts of the scene lie outside the canvas.
bool overflows(const Canvas& canvas, const Projection& projection);
// Returns the camera with this scene point in the middle of the canvas.
Camera looking_at(const Camera& camera, const Canvas& canvas, Point scene);

// Returns the camera `factor` times closer; the scene point under `pixel` stays in its place.
Camera zoomed(const Camera& camera, const Canvas& canvas, Point pixel, float factor);
// Returns the camera after the scene has moved by this many pixels.
Camera panned(const Camera& camera, const Canvas& canvas, Point pixels);

}  // namespace tcviz::inline app_session
