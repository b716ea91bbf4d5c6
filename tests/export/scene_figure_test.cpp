// A scene without a layout as a file of each format: its words are in it, and no layout is promised.
#include "app/export/figure/scene_figure.hpp"

#include "app/scene/pictures/image_scene.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

Scene sample_image_scene() {
  OperandImage image;
  image.rows = 8;
  image.cols = 64;
  image.swizzle = Swizzle::B128;
  image.sbo = image.lbo = 1024;
  const ImageMap map(image);
  ImageView view;
  view.map = &map;
  view.title = "A title & more";
  view.description = "asked of a GPU";
  return build_image_scene(view).scene;
}

TEST(SceneFigure, EveryPictureFormatIsWritten) {
  const Scene scene = sample_image_scene();
  const std::string svg = write_scene(scene, FigureFormat::Svg).value();
  EXPECT_NE(svg.find("A title &amp; more"), std::string::npos);
  EXPECT_NE(svg.find("asked of a GPU"), std::string::npos);
  EXPECT_NE(svg.find("class=\"swatches\""), std::string::npos);
  EXPECT_EQ(svg.find("<metadata"), std::string::npos);
  EXPECT_TRUE(write_scene(scene, FigureFormat::Png).value().starts_with("\x89PNG"));
  const std::string pdf = write_scene(scene, FigureFormat::Pdf).value();
  EXPECT_TRUE(pdf.starts_with("%PDF"));
  EXPECT_EQ(pdf.find("Keywords"), std::string::npos);
  const std::string tikz = write_scene(scene, FigureFormat::Tikz).value();
  EXPECT_NE(tikz.find("% asked of a GPU"), std::string::npos);
  EXPECT_EQ(tikz.find("tcviz verify"), std::string::npos);
}

TEST(SceneFigure, TheSameSceneGivesTheSameBytes) {
  for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Png, FigureFormat::Pdf, FigureFormat::Tikz})
    EXPECT_EQ(write_scene(sample_image_scene(), format).value(), write_scene(sample_image_scene(), format).value());
}

TEST(SceneFigure, TablesAndOtherSuffixesAreRefused) {
  EXPECT_FALSE(write_scene(sample_image_scene(), FigureFormat::Csv).ok());
  EXPECT_EQ(picture_format_of("a.b.tex").value(), FigureFormat::Tikz);
  for (const char* path : {"a.csv", "a", "svg", ".json"}) EXPECT_FALSE(picture_format_of(path).ok()) << path;
}

}  // namespace
}  // namespace tcviz
