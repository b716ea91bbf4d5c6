// Images as scenes: every element is found again where it is drawn, whatever the swizzle, and by its byte.
#include "app/scene/pictures/image_scene.hpp"

#include <algorithm>
#include <map>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

OperandImage tile(Swizzle swizzle, Major major, int bits, int rows, int cols) {
  const Strides packed = packed_strides({swizzle, major, bits}, rows, cols);
  OperandImage image;
  image.rows = rows;
  image.cols = cols;
  image.element_bits = bits;
  image.swizzle = swizzle;
  image.major = major;
  image.start = 1024;
  image.lbo = packed.lbo;
  image.sbo = packed.sbo;
  return image;
}

Point middle(const Rect& r) { return {r.x + r.w / 2, r.y + r.h / 2}; }

class EveryImage : public testing::TestWithParam<std::tuple<Swizzle, Major, int>> {
 protected:
  static OperandImage image() {
    const auto [swizzle, major, bits] = GetParam();
    return tile(swizzle, major, bits, 48, 40);  // neither is whole atoms of all of them
  }
};

TEST_P(EveryImage, FindsEveryElementByItsByteAndByItsPlace) {
  const ImageMap map(image());
  EXPECT_EQ(map.overlaid(), 0);
  ImageView view;
  view.map = &map;
  const ImageScene scene = build_image_scene(view);
  for (int row = 0; row < 48; ++row)
    for (int col = 0; col < 40; ++col) {
      const Element e{row, col};
      const std::int64_t address = map.image().address(row, col);
      ASSERT_EQ(map.element_at(address), e);
      ASSERT_EQ(map.element_at(address + map.image().element_bits / 8 - 1), e);
      const std::vector<Rect> rects = element_rects(scene, map, e);
      ASSERT_EQ(rects.size(), 2U);
      for (const Rect& rect : rects) {
        const Point p = middle(rect);
        const ImageHit hit = hit_image(scene, map, p.x, p.y);
        ASSERT_EQ(hit.element, e) << row << "," << col;
        ASSERT_TRUE(!hit.byte || (*hit.byte >= address && *hit.byte < address + map.image().element_bits / 8));
      }
    }
}

TEST_P(EveryImage, CellsAreInsideThePictureAndDoNotOverlap) {
  const ImageMap map(image());
  for (const bool each : {false, true}) {
    ImageView view;
    view.map = &map;
    view.every_element = each;
    const Scene scene = build_image_scene(view).scene;
    for (const Text& text : scene.texts) EXPECT_TRUE(text.x >= 0 && text.x <= scene.width && text.y <= scene.height);
    for (const Swatch& swatch : scene.swatches)
      ASSERT_TRUE(swatch.rect.x >= 0 && swatch.rect.x + swatch.rect.w <= scene.width &&
                  swatch.rect.y + swatch.rect.h <= scene.height);
  }
}

std::string name_of_image(const testing::TestParamInfo<std::tuple<Swizzle, Major, int>>& info) {
  const auto [swizzle, major, bits] = info.param;
  return std::string("s") + std::string(name_of(swizzle)) + std::string(name_of(major)) + std::to_string(bits);
}
INSTANTIATE_TEST_SUITE_P(Images, EveryImage,
                         testing::Combine(testing::ValuesIn(swizzles), testing::Values(Major::K, Major::MN),
                                          testing::Values(8, 16, 32)),
                         name_of_image);

TEST(ImageScene, OneBitElementsHaveChunksOf128) {
  const ImageMap map(tile(Swizzle::None, Major::K, 1, 8, 256));
  EXPECT_EQ(map.per_chunk(), 128);
  EXPECT_EQ(map.across(), 2);
  ImageView view;
  view.map = &map;
  view.every_element = true;
  EXPECT_FALSE(build_image_scene(view).scene.swatches.empty());
}

TEST(ImageScene, ElementsOnOthersAreCounted) {
  OperandImage image = tile(Swizzle::B128, Major::K, 16, 16, 64);
  image.sbo = 0;  // both atoms at one place
  EXPECT_EQ(ImageMap(image).overlaid(), 8 * 64);
}

// What lies far apart is drawn without what is between.
TEST(ImageScene, FreeLinesAreLeftOut) {
  OperandImage image = tile(Swizzle::B128, Major::K, 16, 16, 64);
  image.sbo = 65536;
  const ImageMap map(image);
  EXPECT_EQ(map.lines().size(), 16U);
  ImageView view;
  view.map = &map;
  EXPECT_EQ(build_image_scene(view).scene.strokes.size(), 1U);  // one break
}

TEST(ImageScene, APartIsDrawnWhereItIsScrolledTo) {
  const ImageMap map(tile(Swizzle::B128, Major::K, 16, 64, 64));
  ImageView view;
  view.map = &map;
  view.first_line = 60;
  view.line_count = 20;
  view.first_row = 3;
  view.row_count = 5;
  const ImageScene scene = build_image_scene(view);
  EXPECT_EQ(scene.lines->rows, 4);
  EXPECT_EQ(scene.elements->rows, 5);
  EXPECT_TRUE(element_rects(scene, map, {9, 0}).empty());
  EXPECT_EQ(element_rects(scene, map, {60, 0}).size(), 1U);
}

TEST(ImageScene, FramesWhatLiesElsewhere) {
  const ImageMap one(tile(Swizzle::B128, Major::K, 16, 8, 64));
  OperandImage moved = one.image();
  moved.base_offset = 1;
  const ImageMap other(moved);
  ImageView view;
  view.map = &one;
  view.elements = false;
  view.other = &one;
  const auto framed = [&] { return std::ranges::count(build_image_scene(view).scene.swatches, true, &Swatch::framed); };
  EXPECT_EQ(framed(), 0);
  view.other = &other;
  EXPECT_EQ(framed(), 64);
}

// The numbers of the cells are those of the lines, and the title says what they are; a bank has a b.
TEST(ImageScene, SaysWhatTheNumbersOfElementsAre) {
  const ImageMap map(tile(Swizzle::B128, Major::K, 16, 512, 64));
  ImageView view;
  view.map = &map;
  view.lines = false;
  struct Row {
    float width;
    const char *title, *cell;
  };
  for (const Row& row : {Row{80, "Elements: rows down, k across · byte and bank", "1040 b4"},
                         Row{56, "Elements: rows down, k across · byte", "1040"},
                         Row{34, "Elements: rows down, k across · bank", "b4"}}) {
    view.element_w = row.width;
    const Scene scene = build_image_scene(view).scene;
    const auto has = [&](std::string_view words) {
      return std::ranges::any_of(scene.texts, [&](const Text& text) { return text.text == words; });
    };
    EXPECT_TRUE(has(row.title)) << row.width;
    EXPECT_TRUE(has(row.cell)) << row.width;
  }
}

TEST(ImageScene, LinesAndRowsFindEachOther) {
  for (const Swizzle swizzle : swizzles)
    for (const Major major : {Major::K, Major::MN}) {
      const OperandImage image = tile(swizzle, major, 16, 64, 32);
      const ImageMap map(image);
      std::map<int, int> row_of, line_of;
      for (int row = 0; row < 64; ++row)
        for (int col = 0; col < 32; ++col) {
          const auto line = static_cast<int>((image.address(row, col) - image.start) / 128);
          const int down = major == Major::K ? row : col;
          row_of[line] = std::min(row_of.emplace(line, down).first->second, down);
          line_of[down] = std::min(line_of.emplace(down, line).first->second, line);
        }
      ASSERT_EQ(map.lines().size(), row_of.size());
      for (const auto& [line, row] : row_of) EXPECT_EQ(map.first_row_in(line), row) << name_of(swizzle) << line;
      for (const auto& [row, line] : line_of) EXPECT_EQ(map.first_line_of(row), line) << name_of(swizzle) << row;
    }
}

TEST(ImageScene, FitsTheRoom) {
  const ImageMap map(tile(Swizzle::B128, Major::K, 16, 64, 64));
  for (const float width : {420.0F, 760.0F, 1800.0F}) {
    ImageView view;
    view.map = &map;
    const ImageFit fit = fit_image(view, width, 500);
    view.chunk_w = fit.chunk_w;
    view.element_w = fit.element_w;
    view.line_count = view.row_count = fit.rows;
    const Scene scene = build_image_scene(view).scene;
    EXPECT_LE(scene.height, 500);
    EXPECT_LE(scene.width, width + 1) << width;
  }
}

}  // namespace
}  // namespace tcviz
