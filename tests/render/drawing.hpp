// Shared by the tests of the renderer: a context without a display, a target, and scenes made by hand.
#pragma once

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "app/render/gl_context.hpp"
#include "app/render/grid_renderer.hpp"
#include "app/render/offscreen_target.hpp"

namespace tcviz {

inline void PrintTo(const Color& c, std::ostream* out) {
  *out << int{c.r} << ',' << int{c.g} << ',' << int{c.b} << ',' << int{c.a};
}

inline constexpr Color ground{20, 22, 28, 255}, line_color{3, 5, 7, 255}, ink{255, 0, 255, 255};

// A colour that no other cell of a small grid has.
inline Color cell_color(int row, int col) {
  return {static_cast<std::uint8_t>(60 + row * 7 % 190), static_cast<std::uint8_t>(60 + col * 11 % 190),
          static_cast<std::uint8_t>(40 + (row + col) % 200), 255};
}

struct GridSpec {
  int rows = 4, cols = 5;
  float x = 10, y = 12, cell_w = 28, cell_h = 20;
  int parts = 1;  // side by side
  float gap = 1;  // to the right and below
};

inline void add_grid(Scene& scene, const GridSpec& spec) {
  const auto grid = static_cast<std::uint8_t>(scene.grids.size());
  const float w = spec.cell_w * static_cast<float>(spec.cols), h = spec.cell_h * static_cast<float>(spec.rows);
  GridFrame frame;
  frame.lines = {spec.x - spec.gap, spec.y - spec.gap, w + spec.gap, h + spec.gap};
  frame.cells = {spec.x, spec.y, w, h};
  frame.cell_w = spec.cell_w;
  frame.cell_h = spec.cell_h;
  frame.gap = spec.gap;
  frame.rows = spec.rows;
  frame.cols = spec.cols;
  frame.parts_x = spec.parts;
  scene.grids.push_back(frame);
  for (int row = 0; row < spec.rows; ++row) {
    for (int col = 0; col < spec.cols; ++col) {
      for (int part = 0; part < spec.parts; ++part) {
        const float part_w = (spec.cell_w - spec.gap) / static_cast<float>(spec.parts);
        const Rect rect{spec.x + static_cast<float>(col) * spec.cell_w + static_cast<float>(part) * part_w,
                        spec.y + static_cast<float>(row) * spec.cell_h, part_w, spec.cell_h - spec.gap};
        scene.cells.push_back({rect, cell_color(row, col * spec.parts + part), row * spec.cols + col,
                               static_cast<std::int16_t>(row), static_cast<std::int16_t>(col),
                               static_cast<std::uint16_t>(part), grid});
      }
    }
  }
  scene.width = std::max(scene.width, spec.x + w + 10);
  scene.height = std::max(scene.height, spec.y + h + 10);
}

inline Scene empty_scene() {
  Scene scene;
  scene.background = ground;
  scene.grid_line = line_color;
  return scene;
}

inline Scene grid_scene(const GridSpec& spec) {
  Scene scene = empty_scene();
  add_grid(scene, spec);
  return scene;
}

inline void add_labels(Scene& scene, float size) {
  for (const CellPart& cell : scene.cells) {
    scene.texts.push_back({cell.rect.x + cell.rect.w / 2, cell.rect.y + cell.rect.h / 2, size, Align::Center,
                           Face::Mono, TextRole::CellLabel, ink, std::to_string(cell.slot)});
  }
}

class Drawing : public ::testing::Test {
 protected:
  static constexpr int width = 320, height = 240;

  void SetUp() override {
    Result<GlContext> context = GlContext::make();
    ASSERT_TRUE(context.ok()) << context.error().message;
    context_.emplace(std::move(context).value());
    Result<OffscreenTarget> target = OffscreenTarget::make(width, height);
    ASSERT_TRUE(target.ok()) << target.error().message;
    target_.emplace(std::move(target).value());
    Result<GridRenderer> renderer = GridRenderer::make();
    ASSERT_TRUE(renderer.ok()) << renderer.error().message;
    renderer_.emplace(std::move(renderer).value());
  }

  static View whole_view(float zoom = 1, float pan_x = 0, float pan_y = 0) {
    View view;
    view.viewport = {0, 0, width, height};
    view.framebuffer_height = height;
    view.pan_x = pan_x;
    view.pan_y = pan_y;
    view.zoom = zoom;
    return view;
  }

  Pixels picture(const View& view) {
    target_->bind();
    renderer_->draw(view);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return target_->read_pixels();
  }

  static int count(const Pixels& pixels, Color color) {
    int n = 0;
    for (int y = 0; y < pixels.height; ++y) {
      for (int x = 0; x < pixels.width; ++x) n += pixels.at(x, y) == color;
    }
    return n;
  }

  std::optional<GlContext> context_;
  std::optional<OffscreenTarget> target_;
  std::optional<GridRenderer> renderer_;
};

}  // namespace tcviz
