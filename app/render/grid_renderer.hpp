// Draws a scene with OpenGL 3.3: instanced quads for cells, instanced glyphs for texts, and marks (outlines) on top.
// Needs a current context with loaded functions (gl_context.hpp), the same one for its whole life. All positions of a
// View are in framebuffer pixels, so the picture is sharp on HiDPI screens.
//
// Colours are written without conversion: GL_FRAMEBUFFER_SRGB must be off, and is not changed.
//
// OpenGL state: draw() draws into the bound framebuffer and changes the viewport, scissor box, clear colour, blending,
// program, vertex array, array and uniform buffer and the texture and sampler of unit 0; it switches off depth test,
// stencil test and face culling. It leaves unit 0 active, no vertex array, buffer or program bound, and pixel storage
// as it was. Dear ImGui's backend sets all of that again when ImDrawCallback_ResetRenderState follows the callback that
// calls draw().
#pragma once

#include <memory>
#include <span>

#include "app/render/view.hpp"
#include "app/scene/easel/scene.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

class GridRenderer {
 public:
  // The font size in pixels below which texts are not drawn.
  static constexpr float min_text_pixels = 6;

  // Builds the shaders. Returns the error Unavailable, with the driver's message, if the driver rejects them.
  static Result<GridRenderer> make();
  GridRenderer(GridRenderer&&) noexcept;
  GridRenderer& operator=(GridRenderer&&) noexcept;
  ~GridRenderer();

  // Uploads the scene, and removes the marks. The scene may be destroyed afterwards.
  void set_scene(const Scene& scene);
  // Sets the marks; does nothing if they are the same as before.
  void set_marks(std::span<const Mark> marks);
  // Draws the scene and the marks. Allocates no memory, unless the zoom needs glyphs of a new size.
  void draw(const View& view);

 private:
  struct State;
  explicit GridRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
