// Blocks of instances, and the runs of them that are drawn.
#include "app/render/instance_buffer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tcviz::inline app_render {
namespace {

constexpr std::size_t block_size = 256;
constexpr float tile_side = 448;  // scene units: 16 cells of the usual size
constexpr float margin_pixels = 4, margin_units = 2;

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

Rect united(const Rect& a, const Rect& b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.w, b.x + b.w) - x, std::max(a.y + a.h, b.y + b.h) - y};
}

void set_input(GLuint location, const InstanceInput& input, std::size_t stride, std::size_t first) {
  using Type = InstanceInput::Type;
  const auto step = static_cast<GLsizei>(stride);
  const void* offset = reinterpret_cast<const void*>(input.offset + first * stride);
  switch (input.type) {
    case Type::Float:
      glVertexAttribPointer(location, input.components, GL_FLOAT, GL_FALSE, step, offset);
      break;
    case Type::Color:
      glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, step, offset);
      break;
    case Type::Int:
      glVertexAttribIPointer(location, input.components, GL_INT, step, offset);
      break;
    case Type::Unsigned:
      glVertexAttribIPointer(location, input.components, GL_UNSIGNED_INT, step, offset);
      break;
  }
  glEnableVertexAttribArray(location);
  glVertexAttribDivisor(location, 1);
}

}  // namespace

Rect seen_part(const View& view) {
  const float margin = margin_pixels / view.zoom + margin_units;
  return {-view.pan_x / view.zoom - margin, -view.pan_y / view.zoom - margin,
          static_cast<float>(view.viewport.width) / view.zoom + 2 * margin,
          static_cast<float>(view.viewport.height) / view.zoom + 2 * margin};
}

std::vector<std::uint32_t> order_by_tile(std::span<const Rect> bounds) {
  struct Place {
    float tile_y, tile_x;
    std::uint32_t index;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  places.reserve(bounds.size());
  for (const Rect& r : bounds) {
    places.push_back({std::floor((r.y + r.h / 2) / tile_side), std::floor((r.x + r.w / 2) / tile_side),
                      static_cast<std::uint32_t>(places.size())});
  }
  std::ranges::sort(places, [](const Place& a, const Place& b) { return a < b; });
  std::vector<std::uint32_t> order(places.size());
  std::ranges::transform(places, order.begin(), &Place::index);
  return order;
}

void InstanceBuffer::fill_bytes(const void* data, std::size_t count, std::span<const Rect> bounds, GLenum usage) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * stride_), data, usage);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  count_ = static_cast<GLsizei>(count);
  blocks_.clear();
  for (std::size_t first = 0; first < bounds.size(); first += block_size) {
    const std::span<const Rect> part = bounds.subspan(first, std::min(block_size, bounds.size() - first));
    blocks_.push_back({static_cast<GLsizei>(first), static_cast<GLsizei>(part.size()),
                       std::reduce(part.begin(), part.end(), part.front(), united)});
  }
}

void InstanceBuffer::draw(const Rect& seen) const {
  if (count_ == 0) return;
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  if (blocks_.empty()) draw_run(0, count_);
  GLsizei first = 0, count = 0;
  for (const Block& block : blocks_) {
    if (overlap(block.bounds, seen)) {
      if (count == 0) first = block.first;
      count += block.count;
    } else if (count > 0) {
      draw_run(first, count);
      count = 0;
    }
  }
  if (count > 0) draw_run(first, count);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

// Draws a run of instances. OpenGL 3.3 cannot start at an instance; the inputs can.
void InstanceBuffer::draw_run(GLsizei first, GLsizei count) const {
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    set_input(static_cast<GLuint>(k), inputs_[k], stride_, static_cast<std::size_t>(first));
  }
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

}  // namespace tcviz::inline app_render
