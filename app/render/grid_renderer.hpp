// Draws a scene with OpenGL 3.3: instanced quads for cells, instanced glyphs for texts, marks on top. Needs a current
// context with its functions loaded (gl_context.hpp), the same one for its whole life. Knows scenes; knows nothing of
// layouts, Dear ImGui or windows. All positions of a View are framebuffer pixels, so it is right on any HiDPI screen.
//
// Colours are written as they stand in the scene: GL_FRAMEBUFFER_SRGB is left alone and must be off.
//
// OpenGL state: draw() draws into the bound framebuffer and changes the viewport, scissor box, blending, program,
// vertex array, array buffer and the texture and sampler of unit 0; it switches off depth test, stencil test and face
// culling. It leaves unit 0 active, no vertex array, buffer or program bound, and pixel storage as it was. Dear ImGui's
// backend sets all of that again when ImDrawCallback_ResetRenderState follows the callback that calls draw().
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "app/scene/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

// Where a scene is seen. Scene point (x, y) lies at pixel (viewport.x + pan_x + x * zoom, viewport.y + pan_y + y *
// zoom), with pixel (0, 0) in the top left corner of the framebuffer.
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

class GridRenderer {
 public:
  // Texts are left out where they would be less than this many pixels high.
  static constexpr float min_text_pixels = 6;

  // Unavailable, with the driver's own words, where the driver refuses our shaders.
  static Result<GridRenderer> make();
  GridRenderer(GridRenderer&&) noexcept;
  GridRenderer& operator=(GridRenderer&&) noexcept;
  ~GridRenderer();

  // Uploads all that does not move. The scene may go afterwards. Marks are forgotten.
  void set_scene(const Scene& scene);
  // Cheap where they are the same as before.
  void set_marks(std::span<const Mark> marks);
  // Allocates nothing, but where a zoom needs glyphs of a size that has not been shown lately.
  void draw(const View& view);

 private:
  struct State;
  explicit GridRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz
