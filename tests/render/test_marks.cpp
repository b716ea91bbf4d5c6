// Marks: outlines of whole pixels around cells, above everything else.
#include <array>
#include <vector>

#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

class Marks : public Drawing {};

constexpr Color white{255, 255, 255, 255}, cyan{0, 255, 255, 255};

TEST_F(Marks, OutlineOneCellOnWholePixels) {
  const Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  const Rect cell = scene.cells[6].rect;  // x 38, y 32, w 27, h 19: pixels 76 .. 129, 64 .. 101 at zoom 2
  const std::array marks{Mark{cell, white, 2, MarkStyle::Solid}};
  renderer_->set_marks(marks);
  const Pixels pixels = picture(whole_view(2));
  EXPECT_EQ(count(pixels, white), 2 * 2 * 56 + 2 * 2 * (40 - 4));  // outer box 56 x 40, 2 pixels wide
  for (const int x : {75, 76, 129, 130}) EXPECT_EQ(pixels.at(x, 80), white) << x;
  for (const int x : {77, 100, 128}) EXPECT_EQ(pixels.at(x, 80), scene.cells[6].fill) << x;
  EXPECT_EQ(pixels.at(74, 80), line_color);
  for (const int y : {63, 64, 101, 102}) EXPECT_EQ(pixels.at(100, y), white) << y;
}

TEST_F(Marks, FollowTheCellAtEveryZoom) {
  const Scene scene = grid_scene({4, 40, 3, 5, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  for (const float zoom : {0.4F, 0.9F, 1.3F, 1.49F, 2.5F}) {
    const View view = whole_view(zoom, 0.6F, 0.7F);
    for (const int col : {0, 1, 2, 3}) {
      renderer_->set_marks({});
      const Pixels plain = picture(view);
      const CellPart& cell = scene.cells[static_cast<std::size_t>(40 + col)];
      const std::array marks{Mark{cell.rect, white, 2, MarkStyle::Solid}};
      renderer_->set_marks(marks);
      const Pixels marked = picture(view);
      const int y = static_cast<int>(0.7F + (cell.rect.y + cell.rect.h / 2) * zoom);
      std::vector<int> of_cell, of_mark;
      for (int x = 0; x < width; ++x) {
        if (plain.at(x, y) == cell.fill) of_cell.push_back(x);
        if (marked.at(x, y) == white) of_mark.push_back(x);
      }
      const std::vector<int> wanted{of_cell.front() - 1, of_cell.front(), of_cell.back(), of_cell.back() + 1};
      EXPECT_EQ(of_mark, wanted) << "zoom " << zoom << " col " << col;
    }
  }
}

TEST_F(Marks, LaterOnesLieAboveAndAllAboveTheLabels) {
  Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  scene.texts.push_back({38, 41, 16, Align::Center, Face::Mono, TextRole::CellLabel, ink, "88888"});
  renderer_->set_scene(scene);
  EXPECT_GT(count(picture(whole_view(2)), ink), 20);
  const Rect cell = scene.cells[6].rect;
  const std::array marks{Mark{cell, cyan, 6, MarkStyle::Solid}, Mark{cell, white, 6, MarkStyle::Solid}};
  renderer_->set_marks(marks);
  const Pixels pixels = picture(whole_view(2));
  EXPECT_EQ(count(pixels, cyan), 0);
  for (int x = 73; x < 79; ++x) EXPECT_EQ(pixels.at(x, 82), white) << x;
}

TEST_F(Marks, DashedOnesHaveHoles) {
  const Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  const Rect cell = scene.cells[6].rect;
  const std::array solid{Mark{cell, white, 2, MarkStyle::Solid}}, dashed{Mark{cell, white, 2, MarkStyle::Dashed}};
  renderer_->set_marks(solid);
  const int all = count(picture(whole_view(2)), white);
  renderer_->set_marks(dashed);
  const int some = count(picture(whole_view(2)), white);
  EXPECT_LT(some, all * 8 / 10);
  EXPECT_GT(some, all * 4 / 10);
}

TEST_F(Marks, GoWhenTheyAreTakenAway) {
  const Scene scene = grid_scene({4, 5, 10, 12, 28, 20, 1, 1});
  renderer_->set_scene(scene);
  const Pixels before = picture(whole_view(1.5F));
  const std::array marks{Mark{scene.cells[3].rect, white, 3, MarkStyle::Solid}};
  renderer_->set_marks(marks);
  EXPECT_NE(picture(whole_view(1.5F)).rgba, before.rgba);
  renderer_->set_marks({});
  EXPECT_EQ(picture(whole_view(1.5F)).rgba, before.rgba);
}

}  // namespace
}  // namespace tcviz
