// Hatches and marks of differences as the scene defines them: where their lines lie, how wide they are, and when they
// are left out.
#include <array>
#include <functional>

#include "app/scene/easel/palette.hpp"
#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

constexpr Color paper{221, 221, 221, 255};

// One large cell in the middle of nothing.
Scene cell_scene(Hatch hatch, bool framed = false) {
  Scene scene = grid_scene({1, 1, 16, 16, 97, 81, 1, 1});
  scene.cells[0].fill = paper;
  scene.cells[0].hatch = hatch;
  scene.cells[0].framed = framed;
  return scene;
}

float from_line(float along, float tile) { return std::abs(along - tile * std::round(along / tile)); }

// Distance of a point of the scene from the nearest line of a hatch, by the definition of Hatch.
float distance_to(Hatch hatch, float x, float y) {
  constexpr float t = hatch_tile;
  const float forward = from_line(x + y, t) / std::sqrt(2.0F), backward = from_line(x - y, t) / std::sqrt(2.0F);
  const float across = from_line(y, t), upright = from_line(x, t);
  switch (hatch) {
    case Hatch::Forward:
      return forward;
    case Hatch::Backward:
      return backward;
    case Hatch::Horizontal:
      return across;
    case Hatch::Vertical:
      return upright;
    case Hatch::Crossed:
      return std::min(across, upright);
    case Hatch::Diagonal:
      return std::min(forward, backward);
    case Hatch::Dots:
      return std::max(0.0F, std::hypot(across, upright) - hatch_dot + hatch_width / 2);
    case Hatch::None:
      return 1e9F;
  }
  return 1e9F;
}

constexpr std::array hatches{Hatch::None,     Hatch::Forward, Hatch::Backward, Hatch::Horizontal,
                             Hatch::Vertical, Hatch::Crossed, Hatch::Diagonal, Hatch::Dots};

using Hatching = Drawing;

TEST_F(Hatching, LinesLieWhereTheSceneSays) {
  const Color line = hatch_color(paper);
  for (const Hatch hatch : hatches) {
    renderer_->set_scene(cell_scene(hatch));
    for (const float zoom : {1.0F, 1.7F, 2.0F}) {
      const Pixels pixels = picture(whole_view(zoom));
      int inked = 0, bare = 0;
      for (int y = static_cast<int>(18 * zoom); y < static_cast<int>(90 * zoom); ++y) {
        for (int x = static_cast<int>(18 * zoom); x < static_cast<int>(105 * zoom); ++x) {
          const float d =
              distance_to(hatch, (static_cast<float>(x) + 0.5F) / zoom, (static_cast<float>(y) + 0.5F) / zoom);
          const Color seen = pixels.at(x, y);
          if (d * zoom > hatch_width * zoom / 2 + 1.1F) {
            ASSERT_EQ(seen, paper) << static_cast<int>(hatch) << " at " << x << ',' << y << " zoom " << zoom;
            ++bare;
          }
          inked += seen == line;
        }
      }
      EXPECT_GT(bare, 500) << static_cast<int>(hatch);
      EXPECT_EQ(inked > 100, hatch != Hatch::None) << static_cast<int>(hatch) << " zoom " << zoom;
    }
  }
}

// A line that is horizontal or vertical has no soft edge: only the two colours occur.
TEST_F(Hatching, StraightLinesAreCrisp) {
  for (const Hatch hatch : {Hatch::Horizontal, Hatch::Vertical, Hatch::Crossed}) {
    renderer_->set_scene(cell_scene(hatch));
    for (const float zoom : {1.0F, 1.33F, 2.5F}) {
      const Pixels pixels = picture(whole_view(zoom, 0.4F, 0.7F));
      for (int y = static_cast<int>(20 * zoom); y < static_cast<int>(85 * zoom); ++y) {
        for (int x = static_cast<int>(20 * zoom); x < static_cast<int>(100 * zoom); ++x) {
          const Color seen = pixels.at(x, y);
          ASSERT_TRUE(seen == paper || seen == hatch_color(paper)) << x << ',' << y << " zoom " << zoom;
        }
      }
    }
  }
}

TEST_F(Hatching, EveryHatchLooksDifferent) {
  std::vector<Pixels> seen;
  for (const Hatch hatch : hatches) {
    renderer_->set_scene(cell_scene(hatch));
    seen.push_back(picture(whole_view()));
    for (std::size_t n = 0; n + 1 < seen.size(); ++n) {
      int different = 0;
      for (int y = 20; y < 90; ++y) {
        for (int x = 20; x < 105; ++x) different += !(seen[n].at(x, y) == seen.back().at(x, y));
      }
      EXPECT_GT(different, 150) << n << " and " << seen.size() - 1;
    }
  }
}

TEST_F(Hatching, ItIsLeftOutWhereItWouldBeTooFine) {
  renderer_->set_scene(cell_scene(Hatch::None));
  const Pixels plain = picture(whole_view(0.3F)), plain_near = picture(whole_view(0.5F));
  renderer_->set_scene(cell_scene(Hatch::Crossed));
  EXPECT_EQ(picture(whole_view(0.3F)).rgba, plain.rgba);
  EXPECT_NE(picture(whole_view(0.5F)).rgba, plain_near.rgba);
}

TEST_F(Hatching, SwatchesAreHatchedToo) {
  Scene scene = empty_scene();
  scene.swatches = {{{16, 16, 48, 48}, paper, Hatch::Horizontal}};
  renderer_->set_scene(scene);
  const Pixels pixels = picture(whole_view());
  EXPECT_EQ(count(pixels, hatch_color(paper)) % 48, 0);
  EXPECT_GE(count(pixels, hatch_color(paper)), 5 * 48);
}

TEST_F(Hatching, ADifferenceHasAFrame) {
  const Scene scene = cell_scene(Hatch::None, true);
  renderer_->set_scene(scene);
  const Color frame = frame_color(scene.cells[0], scene.background);
  EXPECT_EQ(frame, label_color(ground));
  const Rect cell = scene.cells[0].rect;
  EXPECT_EQ(difference_frame(cell), 2.0F);
  for (const float zoom : {1.0F, 2.0F}) {
    const Pixels pixels = picture(whole_view(zoom));
    const int wide = static_cast<int>(2 * zoom), left = static_cast<int>(cell.x * zoom),
              top = static_cast<int>(cell.y * zoom), w = static_cast<int>(cell.w * zoom),
              h = static_cast<int>(cell.h * zoom);
    for (int y = top; y < top + h; ++y) {
      for (int x = left; x < left + w; ++x) {
        const bool inside = x >= left + wide && x < left + w - wide && y >= top + wide && y < top + h - wide;
        ASSERT_EQ(pixels.at(x, y), inside ? paper : frame) << x << ',' << y << " zoom " << zoom;
      }
    }
    EXPECT_EQ(count(pixels, frame), w * h - (w - 2 * wide) * (h - 2 * wide));
  }
  renderer_->set_scene(cell_scene(Hatch::None, false));
  EXPECT_EQ(count(picture(whole_view()), frame), 0);
}

// A second colour of a cell that is drawn in place of two grids.
TEST_F(Hatching, ASecondColourIsATriangleInTheUpperRightCorner) {
  Scene scene = cell_scene(Hatch::None);
  const Color mark{200, 30, 60, 255};
  scene.cells[0].corner = mark;
  renderer_->set_scene(scene);
  for (const float zoom : {1.0F, 2.0F}) {
    const Pixels pixels = picture(whole_view(zoom));
    const std::array<Point, 3> triangle = difference_mark(scene.cells[0].rect);
    const float side = (triangle[1].x - triangle[0].x) * zoom;
    const int right = static_cast<int>(triangle[1].x * zoom), top = static_cast<int>(triangle[1].y * zoom);
    EXPECT_EQ(pixels.at(right - 1, top), mark);
    EXPECT_EQ(pixels.at(right - 2, top + 1), mark);
    EXPECT_EQ(pixels.at(right - 2 - static_cast<int>(side), top), paper);
    EXPECT_EQ(pixels.at(right - 1, top + 2 + static_cast<int>(side)), paper);
    EXPECT_NEAR(count(pixels, mark), side * side / 2, side + 2);
  }
  renderer_->set_scene(cell_scene(Hatch::None, false));
  EXPECT_EQ(count(picture(whole_view()), mark), 0);
}

TEST_F(Hatching, AVeilCoversHatchFrameAndMark) {
  Scene scene = cell_scene(Hatch::Crossed, true);
  const Color mark{200, 30, 60, 255}, frame = frame_color(scene.cells[0], scene.background);
  scene.cells[0].corner = mark;
  renderer_->set_scene(scene);
  const Pixels bare = picture(whole_view());
  EXPECT_GT(count(bare, frame), 0);
  EXPECT_GT(count(bare, mark), 0);
  View view = whole_view();
  view.dim = 1;
  view.first_slot = 5;
  view.end_slot = 6;
  const Pixels pixels = picture(view);
  EXPECT_EQ(count(pixels, hatch_color(paper)) + count(pixels, frame) + count(pixels, mark), 0);
}

}  // namespace
}  // namespace tcviz
