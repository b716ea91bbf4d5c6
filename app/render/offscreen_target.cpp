// A framebuffer with one RGBA8 texture.
#include "app/render/offscreen_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/render/gl_objects.hpp"

namespace tcviz::inline app_render {
namespace {

void make_texture(const GlTexture& texture, int width, int height) {
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
}

int largest_side() {
  GLint texture = 0;
  GLint viewport[2] = {};
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
  return std::min({texture, viewport[0], viewport[1]});
}

}  // namespace

struct OffscreenTarget::State {
  int width = 0, height = 0;
  GlTexture texture;
  GlFramebuffer framebuffer;
};

OffscreenTarget::OffscreenTarget(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenTarget::OffscreenTarget(OffscreenTarget&&) noexcept = default;
OffscreenTarget& OffscreenTarget::operator=(OffscreenTarget&&) noexcept = default;
OffscreenTarget::~OffscreenTarget() = default;

Result<OffscreenTarget> OffscreenTarget::make(int width, int height) {
  const int most = largest_side();
  if (width < 1 || height < 1 || width > most || height > most) {
    return bad_input(
        fmt::format("cannot draw a picture of {} x {} pixels: each side must be 1 to {}.", width, height, most));
  }
  auto state = std::make_unique<State>();
  state->width = width;
  state->height = height;
  make_texture(state->texture, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, state->framebuffer.get());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, state->texture.get(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return unavailable(
        fmt::format("the OpenGL driver has no room for a picture of {} x {} pixels: make it smaller.", width, height));
  }
  return OffscreenTarget(std::move(state));
}

int OffscreenTarget::width() const { return state_->width; }
int OffscreenTarget::height() const { return state_->height; }
unsigned OffscreenTarget::texture() const { return state_->texture.get(); }

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer.get());
  glViewport(0, 0, state_->width, state_->height);
}

Pixels OffscreenTarget::read_pixels() const {
  const std::size_t row = static_cast<std::size_t>(width()) * 4;
  Pixels pixels{width(), height(), std::vector<std::uint8_t>(row * static_cast<std::size_t>(height()))};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->framebuffer.get());
  glReadPixels(0, 0, width(), height(), GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
  std::uint8_t* top = pixels.rgba.data();
  for (int y = 0; y < height() / 2; ++y) {  // OpenGL's first row is the lowest
    std::uint8_t* upper = top + row * static_cast<std::size_t>(y);
    std::swap_ranges(upper, upper + row, top + row * static_cast<std::size_t>(height() - 1 - y));
  }
  return pixels;
}

}  // namespace tcviz::inline app_render
