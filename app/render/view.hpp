// The view of a scene and the marks in it: all that may change from frame to frame. Plain values.
#pragma once

#include <cstdint>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// The view of a scene. Scene point (x, y) lies at pixel (viewport.x + pan_x + x * zoom, viewport.y + pan_y + y * zoom),
// with pixel (0, 0) in the top left corner of the framebuffer.
struct View {
  struct Viewport {
    int x = 0, y = 0, width = 0, height = 0;  // top left corner and size; nothing is drawn outside it
  } viewport;
  int framebuffer_height = 0;  // OpenGL counts rows from the bottom
  float pan_x = 0, pan_y = 0;
  float zoom = 1;          // pixels for each scene unit; above 0
  bool background = true;  // fill the viewport with the scene's background first
  // Cells of other slots than first_slot .. end_slot - 1 are dimmed, with their labels: 0 not at all, 1 to nothing. The
  // slots of one thread are neighbours, so this can single out a thread.
  float dim = 0;
  std::int32_t first_slot = 0, end_slot = 0;
};

enum class MarkStyle : std::uint8_t { Solid, Dashed };

// An outline around a rectangle of the scene, on whole pixels: `thickness` pixels wide, the outer half outside the
// rectangle. Later marks lie above earlier ones.
struct Mark {
  Rect rect;  // scene units
  Color color;
  float thickness = 2;
  MarkStyle style = MarkStyle::Solid;
  friend bool operator==(const Mark&, const Mark&) = default;
};

}  // namespace tcviz::inline app_render
