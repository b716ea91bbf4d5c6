// Figures as PNG, read by libpng: sizes, the colour of every part, letters where labels are, and limits.
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>

#include "app/export/figure/export.hpp"
#include "app/export/ink/cairo_scene.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "tests/export/one_layout.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz {
namespace {

struct Picture {
  unsigned width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  Color at(int x, int y) const {
    const std::size_t n = 4 * (static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x));
    return {rgba[n], rgba[n + 1], rgba[n + 2], rgba[n + 3]};
  }
};

Picture decoded(const std::string& bytes) {
  Picture picture;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    ADD_FAILURE() << image.message;
    return picture;
  }
  image.format = PNG_FORMAT_RGBA;
  picture.width = image.width;
  picture.height = image.height;
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0) ADD_FAILURE() << image.message;
  return picture;
}

Picture drawn(const Layout& layout, const SceneStyle& style, double scale) {
  const Result<std::string> png = to_png(layout, style, scale);
  if (!png) {
    ADD_FAILURE() << png.error().message;
    return {};
  }
  return decoded(png.value());
}

std::string refusal(const Layout& layout, double scale) {
  const Result<std::string> png = to_png(layout, {}, scale);
  return png ? "no error" : png.error().message;
}

TEST(Png, EveryPartHasItsColourAndALabelAtAnyScale) {
  for (const double scale : {1.0, 2.0, 3.0}) {
    for (const Layout& layout : {figures::wrapped({16, 16, 32, 8}, "x"), figures::wrapped({8, 16, 32, 16}, "x"),
                                 figures::wrapped({3, 5, 15, 3}, "x"), figures::lopsided({3, 5, 8, 4})}) {
      const Scene scene = build_scene(layout, {});
      const Picture picture = drawn(layout, {}, scale);
      ASSERT_EQ(picture.width, static_cast<unsigned>(std::ceil(scene.width * scale)));
      ASSERT_EQ(picture.height, static_cast<unsigned>(std::ceil(scene.height * scale)));
      for (const CellPart& cell : scene.cells) {
        const auto pixel = [&](double x, double y) {
          return picture.at(static_cast<int>(x * scale), static_cast<int>(y * scale));
        };
        const Rect& r = cell.rect;
        ASSERT_EQ(pixel(r.x, r.y), cell.fill);
        ASSERT_EQ(pixel(r.x + r.w - 1, r.y), cell.fill);
        ASSERT_EQ(pixel(r.x, r.y + r.h - 1), cell.fill);
        ASSERT_EQ(pixel(r.x + r.w - 1, r.y + r.h - 1), cell.fill);
        int inked = 0;
        for (int y = static_cast<int>(r.y * scale); y < static_cast<int>((r.y + r.h) * scale); ++y) {
          for (int x = static_cast<int>(r.x * scale); x < static_cast<int>((r.x + r.w) * scale); ++x) {
            inked += picture.at(x, y) != cell.fill;
          }
        }
        ASSERT_GT(inked, 10 * scale) << "no label";
        ASSERT_LT(inked, 0.7 * r.w * r.h * scale * scale);
      }
      for (const GridFrame& frame : scene.grids) {
        const int x = static_cast<int>((frame.cells.x - frame.gap) * scale),
                  y = static_cast<int>(frame.cells.y * scale);
        EXPECT_EQ(picture.at(x, y), scene.grid_line);
      }
    }
  }
}

// Ink of a label lies in the middle of its part: the look of digits is the font's business.
TEST(Png, LabelsAreCentred) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "x");
  const Scene scene = build_scene(layout, {});
  constexpr int scale = 4;
  const Picture picture = drawn(layout, {}, scale);
  for (const CellPart& cell : scene.cells) {
    if (cell.grid != 0 || cell.slot / layout.values() < 20) continue;
    const Rect& r = cell.rect;
    int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
    for (int y = static_cast<int>(r.y) * scale; y < static_cast<int>(r.y + r.h) * scale; ++y) {
      for (int x = static_cast<int>(r.x) * scale; x < static_cast<int>(r.x + r.w) * scale; ++x) {
        if (picture.at(x, y) == cell.fill) continue;
        left = std::min(left, x), right = std::max(right, x + 1);
        top = std::min(top, y), bottom = std::max(bottom, y + 1);
      }
    }
    EXPECT_NEAR((top + bottom) / 2.0 / scale, r.y + r.h / 2, 0.6);
    EXPECT_NEAR((left + right) / 2.0 / scale, r.x + r.w / 2, 1.2);
  }
}

// A picture is drawn some rows at a time: that nobody can see.
TEST(Png, DrawnInBandsItIsTheSamePicture) {
  for (const double scale : {1.0, 1.7, 3.0}) {
    SceneStyle style;
    style.palette = Palette::Print;
    style.marked = Slot{5, 1};
    const Layout layout = figures::wrapped({32, 8, 32, 8}, "x");
    const Scene scene = build_scene(layout, style);
    const Picture picture = drawn(layout, style, scale);
    ASSERT_GT(picture.height, 600u);
    const Result<CairoFonts> fonts = CairoFonts::load();
    ASSERT_TRUE(fonts);
    const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
    const CairoOwned<cairo_surface_t> whole(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
    const CairoOwned<cairo_t> context(cairo_create(whole.get()));
    cairo_scale(context.get(), scale, scale);
    draw_scene(context.get(), scene, fonts.value());
    cairo_surface_flush(whole.get());
    const unsigned char* const data = cairo_image_surface_get_data(whole.get());
    for (int y = 0; y < height; ++y) {
      const auto* const row = reinterpret_cast<const std::uint32_t*>(
          data + static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(whole.get()));
      for (int x = 0; x < width; ++x) {
        const Color c = picture.at(x, y);
        ASSERT_EQ(row[x] >> 24, c.a) << x << "," << y;
        ASSERT_NEAR(static_cast<int>(row[x] >> 16 & 255), c.r * c.a / 255.0, 1) << x << "," << y;  // cairo multiplies
        ASSERT_NEAR(static_cast<int>(row[x] >> 8 & 255), c.g * c.a / 255.0, 1) << x << "," << y;
        ASSERT_NEAR(static_cast<int>(row[x] & 255), c.b * c.a / 255.0, 1) << x << "," << y;
      }
    }
  }
}

TEST(Png, ThemesAndTransparency) {
  const Layout layout = figures::wrapped({4, 4, 8, 2}, "x");
  SceneStyle style;
  for (const Theme theme : {Theme::Dark, Theme::Light}) {
    style.theme = theme;
    EXPECT_EQ(drawn(layout, style, 1).at(0, 0), build_scene(layout, style).background);
  }
  style.transparent = true;
  EXPECT_EQ(drawn(layout, style, 1).at(0, 0).a, 0);
}

TEST(Png, TheSameBytesEveryTime) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "wmma.m16n16k16.acc.f32");
  const Result<std::string> first = to_png(layout, {}, 1.5), second = to_png(layout, {}, 1.5);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first.value(), second.value());
}

TEST(Png, RefusesScalesOutOfRange) {
  const Layout layout = figures::wrapped({4, 4, 8, 2}, "x");
  for (const double scale : {0.0, -1.0, 0.05, 16.5, 1e9, std::nan("")}) {
    EXPECT_NE(refusal(layout, scale).find("out of range"), std::string::npos) << scale;
  }
}

TEST(Png, TooLargeNamesAScaleThatFits) {
  const Layout layout = figures::wrapped({8, 128, 32, 32}, "x");
  const std::string message = refusal(layout, 16);
  const std::size_t at = message.find("scale ");
  ASSERT_NE(at, std::string::npos) << message;
  const double fits = std::stod(message.substr(at + 6));
  EXPECT_GT(drawn(layout, {}, fits).width, 0u);
  EXPECT_NE(refusal(layout, fits + 0.02).find("too large"), std::string::npos);
  const Layout giant = figures::wrapped({1, 4096, 1024, 4}, "x");
  EXPECT_EQ(refusal(giant, 1).find("no error"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
