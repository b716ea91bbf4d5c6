// Draws a scene with OpenGL 3.3: instanced quads for cells, instanced glyphs for texts, marks on top. Needs a current
// context with its functions loaded (gl_context.hpp), the same one for its whole life. Knows scenes; knows nothing of
// layouts, Dear ImGui or windows. All positions of a View are framebuffer pixels, so it is right on any HiDPI screen.
//
// Colours are written as they stand in the scene: GL_FRAMEBUFFER_SRGB is left alone and must be off.
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
  // The height in pixels below which texts are left out.
  static constexpr float min_text_pixels = 6;

  // Builds the shaders. Unavailable, with the driver's own words, if the driver refuses them.
  static Result<GridRenderer> make();
  GridRenderer(GridRenderer&&) noexcept;
  GridRenderer& operator=(GridRenderer&&) noexcept;
  ~GridRenderer();

  // Uploads all that does not move, and forgets the marks. The scene may be destroyed afterwards.
  void set_scene(const Scene& scene);
  // Sets the marks; cheap if they are the same as before.
  void set_marks(std::span<const Mark> marks);
  // Draws the scene. It allocates nothing, unless a zoom needs glyphs of a size that has not been shown lately.
  void draw(const View& view);

 private:
  struct State;
  explicit GridRenderer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tcviz::inline app_render
