// Instances of one shader in a buffer, drawn as strips of four vertices. If they have bounds, only blocks of them that
// can be seen are drawn: a large grid costs as much as its part on screen. Knows nothing of their meaning.
#pragma once

#include <span>
#include <vector>

#include "app/render/gl_objects.hpp"
#include "app/render/view.hpp"

namespace tcviz::inline app_render {

// One input of a vertex shader, the same for the four vertices of an instance.
struct InstanceInput {
  enum class Type { Float, Color, Int, Unsigned } type;
  int components;
  std::size_t offset;
};

// Returns the part of the scene that can be seen, and a little more, since rounding to pixels moves things.
Rect seen_part(const View& view);

// Returns an order of rectangles in which neighbours are near each other: tile by tile, and unchanged inside each.
std::vector<std::uint32_t> order_by_tile(std::span<const Rect> bounds);

class InstanceBuffer {
 public:
  // Describes instances of `stride` bytes: input k is the shader's location k. `inputs` must outlive this.
  InstanceBuffer(std::size_t stride, std::span<const InstanceInput> inputs) : stride_(stride), inputs_(inputs) {}

  // Uploads instances. `bounds`: the rectangle of each instance in scene units, near ones one after the other; or none,
  // to draw always all.
  template <class T>
  void fill(std::span<const T> instances, std::span<const Rect> bounds, GLenum usage) {
    fill_bytes(instances.data(), instances.size(), bounds, usage);
  }
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
