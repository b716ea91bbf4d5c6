// Cells: their colours are the scene's exactly, their lines are even, nothing is drawn outside the viewport.
#include <array>
#include <random>
#include <vector>

#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

class Grid : public Drawing {
 protected:
  // The pixel in the middle of a rectangle of the scene, by the definition of View.
  struct At {
    int x, y;
  };
  static At middle(const View& view, const Rect& rect) {
    return {view.viewport.x + static_cast<int>(std::floor(view.pan_x + (rect.x + rect.w / 2) * view.zoom)),
            view.viewport.y + static_cast<int>(std::floor(view.pan_y + (rect.y + rect.h / 2) * view.zoom))};
  }

  // Checks every cell whose middle can be seen; how many those are.
  static int check_cells(const Pixels& pixels, const View& view, const Scene& scene) {
    const View::Viewport& port = view.viewport;
    int seen = 0;
    for (const CellPart& cell : scene.cells) {
      const At at = middle(view, cell.rect);
      if (at.x < port.x || at.y < port.y || at.x >= port.x + port.width || at.y >= port.y + port.height) continue;
      ++seen;
      EXPECT_EQ(pixels.at(at.x, at.y), cell.fill) << "row " << cell.row << " col " << cell.col << " zoom " << view.zoom;
    }
    return seen;
  }
};

TEST_F(Grid, CellsHaveTheirExactColoursAtAnyZoomAndPan) {
  const Scene scene = grid_scene({16, 16, 10, 12, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> pan(-200, 50), zoom(0.3F, 6);
  int seen = 0;
  for (int k = 0; k < 40; ++k) {
    const View view = whole_view(zoom(random), pan(random), pan(random));
    seen += check_cells(picture(view), view, scene);
  }
  EXPECT_GT(seen, 1000);
}

TEST_F(Grid, EveryOwnersPartIsDrawn) {
  const Scene scene = grid_scene({6, 5, 3.5F, 8.25F, 37, 21, 3, 1});
  renderer_->set_scene(scene);
  for (const float zoom : {0.5F, 1.0F, 1.37F, 2.5F}) {
    const View view = whole_view(zoom, 2.3F, 1.6F);
    EXPECT_GT(check_cells(picture(view), view, scene), 20);
  }
}

// Lengths of the runs of `color` and of the runs between them, along a row of pixels.
struct Runs {
  std::vector<int> of, between;
};
Runs runs_along(const Pixels& pixels, int y, int x_begin, int x_end, Color color) {
  Runs runs;
  int length = 0;
  bool inside = pixels.at(x_begin, y) == color;
  for (int x = x_begin; x < x_end; ++x) {
    const bool now = pixels.at(x, y) == color;
    if (now != inside) {
      (inside ? runs.of : runs.between).push_back(length);
      length = 0;
      inside = now;
    }
    ++length;
  }
  return runs;
}

TEST_F(Grid, LinesAreEvenAtEveryZoom) {
  for (const float units : {1.0F, 2.0F}) {
    renderer_->set_scene(grid_scene({3, 40, 0, 20, 28, 24, 1, units}));
    for (const float zoom : {0.2F, 0.33F, 0.4F, 0.75F, 1.0F, 1.3F, 1.49F, 1.75F, 2.5F, 3.1F}) {
      const View view = whole_view(zoom, -2.7F, 0.4F);
      const int y = static_cast<int>(0.4F + (20 + 24 + 12) * zoom);
      const int end = std::min<int>(width, static_cast<int>(28 * 40 * zoom) - 4);
      const Runs runs = runs_along(picture(view), y, 0, end, line_color);
      const int gap = std::max(1, static_cast<int>(std::lround(units * zoom)));
      ASSERT_GE(runs.of.size(), 3U) << zoom;
      for (const int length : runs.of) EXPECT_EQ(length, gap) << zoom;
      for (std::size_t k = 1; k < runs.between.size(); ++k) {
        EXPECT_NEAR(static_cast<float>(runs.between[k] + gap), 28 * zoom, 1) << zoom;
      }
    }
  }
}

TEST_F(Grid, CellsTooSmallForLinesTouch) {
  const Scene scene = grid_scene({64, 256, 0, 0, 10, 10, 1, 1});
  renderer_->set_scene(scene);
  const Pixels pixels = picture(whole_view(0.3F, 1, 1));
  EXPECT_EQ(runs_along(pixels, 30, 2, width, line_color).of.size(), 0U);
}

TEST_F(Grid, PartsOfACellTouch) {
  const Scene scene = grid_scene({2, 2, 0, 0, 61, 41, 2, 1});
  renderer_->set_scene(scene);
  for (const float zoom : {0.7F, 1.0F, 1.4F, 2.6F}) {
    const Pixels pixels = picture(whole_view(zoom, 0.3F, 0.3F));
    const int y = static_cast<int>(20 * zoom);
    int x = static_cast<int>(15 * zoom);  // in the first part
    const Color first = pixels.at(x, y);
    EXPECT_EQ(first, cell_color(0, 0));
    while (x < width && pixels.at(x, y) == first) ++x;
    EXPECT_EQ(pixels.at(x, y), cell_color(0, 1)) << zoom;
    EXPECT_NEAR(static_cast<float>(x), 0.3F + 30 * zoom, 1) << zoom;
  }
}

TEST_F(Grid, NothingIsDrawnOutsideTheViewport) {
  const Scene scene = grid_scene({40, 40, -100, -100, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  const std::array marks{Mark{{-1000, -1000, 3000, 3000}, ink, 400, MarkStyle::Solid}};
  renderer_->set_marks(marks);
  constexpr Color before{1, 200, 100, 255};
  target_->bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(1 / 255.F, 200 / 255.F, 100 / 255.F, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  View view = whole_view(0.8F);
  view.viewport = {50, 30, 100, 120};
  const Pixels pixels = picture(view);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool inside = x >= 50 && x < 150 && y >= 30 && y < 150;
      ASSERT_EQ(pixels.at(x, y) == before, !inside) << x << ' ' << y;
    }
  }
  EXPECT_GT(check_cells(pixels, view, scene), 10);
}

TEST_F(Grid, BackgroundIsDrawnOnlyWhereItIsWanted) {
  renderer_->set_scene(empty_scene());
  View view = whole_view();
  EXPECT_EQ(count(picture(view), ground), width * height);
  target_->bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  view.background = false;
  EXPECT_EQ(count(picture(view), Color{0, 255, 0, 255}), width * height);
}

TEST_F(Grid, WithoutASceneOrAViewportNothingHappens) {
  const Pixels before = picture(whole_view());
  View view = whole_view();
  view.viewport = {0, 0, 0, 100};
  picture(view);
  view = whole_view(0);
  EXPECT_EQ(picture(view).rgba, before.rgba);
}

TEST_F(Grid, ASceneReplacesTheOneBefore) {
  const Scene large = grid_scene({16, 16, 0, 0, 20, 15, 1, 1});
  Scene small = grid_scene({2, 2, 0, 0, 20, 15, 1, 1});
  for (CellPart& cell : small.cells) cell.fill = {200, 10, 10, 255};
  add_labels(small, 9);
  renderer_->set_scene(large);
  picture(whole_view());
  const std::array marks{Mark{{40, 40, 100, 100}, ink, 3, MarkStyle::Solid}};
  renderer_->set_marks(marks);
  renderer_->set_scene(small);
  const Pixels replaced = picture(whole_view());
  EXPECT_EQ(replaced.at(10, 3), (Color{200, 10, 10, 255}));
  for (int y = 40; y < height; ++y) {
    for (int x = 50; x < width; ++x) ASSERT_EQ(replaced.at(x, y), ground) << x << ' ' << y;
  }
  renderer_->set_scene(empty_scene());
  EXPECT_EQ(count(picture(whole_view()), ground), width * height);
}

TEST_F(Grid, LargeGridsAreDrawnWhole) {
  Scene scene = grid_scene({64, 256, 0, 0, 28, 20, 1, 1});
  add_grid(scene, {64, 256, 0, 64 * 20 + 40, 28, 20, 1, 1});
  add_labels(scene, 10);
  renderer_->set_scene(scene);
  int seen = 0;
  for (int k = 0; k < 8; ++k) {
    View view = whole_view(0.25F, -static_cast<float>(k) * 240, -static_cast<float>(k % 4) * 180);
    seen += check_cells(picture(view), view, scene);
  }
  EXPECT_GT(seen, 8000);
}

TEST_F(Grid, APartOfTheViewLooksAsItDoesInTheWhole) {
  Scene scene = grid_scene({64, 256, 0, 0, 28, 20, 1, 1});
  add_labels(scene, 12);
  scene.texts.push_back(
      {500, 300, 40, Align::Center, Face::Sans, TextRole::Title, ink, "a title that is long and large"});
  renderer_->set_scene(scene);
  std::mt19937 random(11);
  std::uniform_real_distribution<float> pan_x(-1800, 0), pan_y(-500, 0);
  for (int k = 0; k < 12; ++k) {
    const View whole = whole_view(k % 2 == 0 ? 0.6F : 1.1F, std::floor(pan_x(random)), std::floor(pan_y(random)));
    View part = whole;
    part.viewport = {100, 80, 61, 47};
    part.pan_x -= 100;
    part.pan_y -= 80;
    const Pixels wanted = picture(whole), got = picture(part);
    for (int y = 80; y < 80 + 47; ++y) {
      for (int x = 100; x < 100 + 61; ++x) ASSERT_EQ(got.at(x, y), wanted.at(x, y)) << x << ' ' << y;
    }
  }
}

TEST_F(Grid, DimmingLeavesTheShownSlotsAlone) {
  const Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  View view = whole_view(2);
  view.dim = 1;
  view.first_slot = 5;
  view.end_slot = 8;
  const Pixels pixels = picture(view);
  for (const CellPart& cell : scene.cells) {
    const At at = middle(view, cell.rect);
    const bool shown = cell.slot >= 5 && cell.slot < 8;
    EXPECT_EQ(pixels.at(at.x, at.y), shown ? cell.fill : ground) << cell.slot;
  }
  view.dim = 0.5F;
  const At at = middle(view, scene.cells[0].rect);
  EXPECT_NEAR(picture(view).at(at.x, at.y).r, (scene.cells[0].fill.r + ground.r) / 2, 1);
}

TEST_F(Grid, SwatchesAndArrowsAreDrawn) {
  Scene scene = empty_scene();
  scene.swatches = {{{10, 10, 9, 12}, {200, 1, 2, 255}}, {{20, 10, 9, 12}, {3, 201, 4, 255}}};
  scene.arrows = {{50, 60, 90, 60, ink}, {120, 40, 120, 80, {255, 255, 0, 255}}};
  renderer_->set_scene(scene);
  const Pixels pixels = picture(whole_view());
  EXPECT_EQ(count(pixels, {200, 1, 2, 255}), 9 * 12);
  EXPECT_EQ(count(pixels, {3, 201, 4, 255}), 9 * 12);
  for (int x = 52; x < 89; ++x) EXPECT_EQ(pixels.at(x, 60), ink) << x;
  for (int x = 52; x < 84; ++x) EXPECT_EQ(pixels.at(x, 62), ground) << x;
  EXPECT_NE(pixels.at(88, 62), ground);  // a barb
  EXPECT_EQ(pixels.at(94, 60), ground);
  for (int y = 42; y < 79; ++y) EXPECT_EQ(pixels.at(120, y), (Color{255, 255, 0, 255})) << y;
  EXPECT_NE(pixels.at(122, 78), ground);
}

TEST_F(Grid, StateIsLeftAsPromised) {
  Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  add_labels(scene, 12);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
  renderer_->set_scene(scene);
  glActiveTexture(GL_TEXTURE3);
  picture(whole_view());
  const auto value = [](GLenum name) {
    GLint result = -1;
    glGetIntegerv(name, &result);
    return result;
  };
  EXPECT_EQ(value(GL_UNPACK_ALIGNMENT), 2);
  EXPECT_EQ(value(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
  for (const GLenum binding : {GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING,
                               GL_CURRENT_PROGRAM, GL_TEXTURE_BINDING_2D}) {
    EXPECT_EQ(value(binding), 0) << binding;
  }
}

}  // namespace
}  // namespace tcviz
