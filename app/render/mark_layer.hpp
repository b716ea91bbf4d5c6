// Draws the marks (outlines around rectangles) on top of the cells, with one draw call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/render/cell_gaps.hpp"
#include "app/render/instance_buffer.hpp"
#include "app/render/view_uniforms.hpp"

namespace tcviz::inline app_render {

class MarkLayer {
 public:
  // An instance, as the shader reads it.
  struct Outline {
    float edges[4];  // left, top, right, bottom
    Color color;
    float thickness;
    CellGaps gaps;
    std::uint32_t style;
  };
  static Result<MarkLayer> make();
  void set_scene(const Scene& scene);
  void set_marks(std::span<const Mark> marks);
  void draw(const View& view, bool lines) const;

 private:
  explicit MarkLayer(GlProgram program);
  Outline outline(const Mark& mark) const;

  GlProgram program_;
  ViewUniforms view_;
  InstanceBuffer buffer_;
  std::vector<GridFrame> grids_;
  std::vector<Mark> marks_;  // as passed to set_marks(), to detect changes
  std::vector<Outline> outlines_;
};

}  // namespace tcviz::inline app_render
