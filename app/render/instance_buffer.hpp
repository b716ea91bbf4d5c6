// A buffer of instances for a shader program, each drawn as a strip of four vertices. If the instances have bounding
// rectangles, only blocks with visible ones are drawn, so the cost depends on the visible part of a grid.
#pragma once

#include <span>
#include <vector>

#include "app/render/gl_objects.hpp"
#include "app/render/view.hpp"

namespace tcviz::inline app_render {

// An input of the vertex shader; all four vertices of an instance get the same value. `offset`: bytes in the instance.
struct InstanceInput {
  enum class Type { Float, Color, Int, Unsigned } type;
  int components;
  std::size_t offset;
};

// Returns the visible part of the scene, slightly enlarged because positions are rounded to pixels.
Rect seen_part(const View& view);

// Returns an order of the rectangles (indices) in which consecutive ones are near each other: they are sorted by tiles
// of the scene, and keep their order in each tile.
std::vector<std::uint32_t> order_by_tile(std::span<const Rect> bounds);

class InstanceBuffer {
 public:
  // Instances have `stride` bytes; inputs[k] has the location k of the shader. `inputs` must outlive this.
  InstanceBuffer(std::size_t stride, std::span<const InstanceInput> inputs) : stride_(stride), inputs_(inputs) {}

  // Uploads instances. `bounds`: the rectangle of each instance in scene units, in an order such as order_by_tile();
  // empty: draw() always draws all.
  template <class T>
  void fill(std::span<const T> instances, std::span<const Rect> bounds, GLenum usage) {
    fill_bytes(instances.data(), instances.size(), bounds, usage);
  }
  // Draws the blocks with instances in `seen`.
  void draw(const Rect& seen) const;

 private:
  struct Block {
    GLsizei first, count;
    Rect bounds;
  };
  void fill_bytes(const void* data, std::size_t count, std::span<const Rect> bounds, GLenum usage);
  void draw_run(GLsizei first, GLsizei count) const;

  std::size_t stride_;
  std::span<const InstanceInput> inputs_;
  GlVertexArray array_;
  GlBuffer buffer_;
  GLsizei count_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace tcviz::inline app_render
