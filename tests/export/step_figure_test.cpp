#include "app/scene/pictures/step_figure.hpp"

#include <gmock/gmock.h>

#include "app/export/figure/scene_figure.hpp"

namespace tcviz {
namespace {

StepTile tile(const std::string& name, int rows, int cols) {
  StepTile made{name, rows, cols, {}};
  for (int at = 0; at < rows * cols; ++at)
    made.cells.push_back({std::to_string(at / cols) + "," + std::to_string(at % cols), "T1", at / cols, at % cols});
  return made;
}

StepFigure small() {
  StepFigure figure;
  figure.title = "kernel: A times B", figure.lines = {"line 3"}, figure.notes = {"source kernel.cu"};
  figure.tiles = {tile("A", 4, 3), tile("B", 3, 2), tile("sum", 4, 2)};
  figure.tiles.b.cells[1].outlined = true;
  return figure;
}

TEST(StepFigure, BLiesAboveTheSumAndALeftOfIt) {
  const Scene scene = step_page(small());
  ASSERT_EQ(scene.swatches.size(), 4U * 3 + 3 * 2 + 4 * 2);
  const Rect b = scene.swatches[0].rect, a = scene.swatches[6].rect, sum = scene.swatches[18].rect;
  EXPECT_EQ(b.x, sum.x);
  EXPECT_EQ(a.y, sum.y);
  EXPECT_LT(a.x, sum.x);
  EXPECT_LT(b.y, sum.y);
  for (const Swatch& swatch : scene.swatches) {
    EXPECT_LE(swatch.rect.x + swatch.rect.w, scene.width);
    EXPECT_LE(swatch.rect.y + swatch.rect.h, scene.height);
  }
  ASSERT_EQ(scene.outlines.size(), 1U);
  EXPECT_EQ(scene.outlines[0].rect.x, scene.swatches[1].rect.x + 1);
  EXPECT_EQ(scene.description, "source kernel.cu");
}

TEST(StepFigure, SaysWhatOfALargeTileIsLeftOut) {
  StepFigure figure = small();
  figure.tiles.b = tile("B", 16, 256);
  const Scene scene = step_page(figure);
  EXPECT_THAT(scene.texts,
              testing::Contains(testing::Field(&Text::text, "B: 16 of 16 rows and 32 of 256 columns are shown")));
}

TEST(StepFigure, IsWrittenInEveryFormat) {
  const Scene scene = step_page(small());
  EXPECT_THAT(write_scene(scene, FigureFormat::Svg).value(),
              testing::AllOf(testing::StartsWith("<svg"), testing::HasSubstr("#d21e2d")));  // the frame of B's cell
  EXPECT_THAT(write_scene(scene, FigureFormat::Pdf).value(), testing::StartsWith("%PDF-1.4"));
  EXPECT_THAT(write_scene(scene, FigureFormat::Png).value(), testing::StartsWith("\x89PNG"));
  EXPECT_TRUE(write_scene(scene, FigureFormat::Tikz).ok());
}

}  // namespace
}  // namespace tcviz
