// The parts of a picture that may change from frame to frame: position and zoom of the scene, and marks.
#pragma once

#include <cstdint>

#include "app/scene/easel/scene.hpp"

namespace tcviz::inline app_render {

// The position and zoom of a scene. The scene point (x, y) is drawn at the pixel (viewport.x + pan_x + x * zoom,
// viewport.y + pan_y + y * zoom); pixel (0, 0) is the top left corner of the framebuffer.
struct View {
  struct Viewport {
    int x = 0, y = 0, width = 0, height = 0;  // top left corner and size; nothing is drawn outside
  } viewport;
  int framebuffer_height = 0;  // in pixels; needed because OpenGL counts rows from the bottom
  float pan_x = 0, pan_y = 0;
  float zoom = 1;          // pixels of a scene unit; above 0
  bool background = true;  // fill the viewport with the scene's background colour first
  // Dims all cells except those of the slots first_slot to end_slot - 1: 0 not at all, 1 completely. Can highlight a
  // thread, whose slots have consecutive numbers.
  float dim = 0;
  std::int32_t first_slot = 0, end_slot = 0;
};

enum class MarkStyle : std::uint8_t { Solid, Dashed };

// An outline around a rectangle of the scene, on whole pixels and `thickness` pixels wide, half of it outside of the
// rectangle. Later marks are drawn above earlier ones.
struct Mark {
  Rect rect;  // scene units
  Color color;
  float thickness = 2;
  MarkStyle style = MarkStyle::Solid;
  friend bool operator==(const Mark&, const Mark&) = default;
};

}  // namespace tcviz::inline app_render
