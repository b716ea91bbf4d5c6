#include "app/session/base/camera.hpp"

#include <cmath>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

const Canvas canvas{{100, 50, 800, 600}, 1, 400, 300};

TEST(Camera, FitShowsAllWithAMargin) {
  for (const Canvas& c : {canvas, Canvas{{0, 0, 300, 900}, 2, 5000, 40}, Canvas{{7, 9, 1200, 80}, 1.5F, 90, 1500}}) {
    const Projection p = project({}, c);
    const float width = c.scene_width * p.zoom, height = c.scene_height * p.zoom;
    EXPECT_LE(width, c.rect.w - 2 * fit_margin * c.unit + 1);
    EXPECT_LE(height, c.rect.h - 2 * fit_margin * c.unit + 1);
    EXPECT_NEAR(p.origin.x + width / 2, c.rect.x + c.rect.w / 2, 1);
    EXPECT_NEAR(p.origin.y + height / 2, c.rect.y + c.rect.h / 2, 1);
    const bool fills =
        width > c.rect.w - 2 * fit_margin * c.unit - 1 || height > c.rect.h - 2 * fit_margin * c.unit - 1;
    EXPECT_TRUE(fills || p.zoom == max_fit_zoom * c.unit || p.zoom == min_zoom * c.unit);
  }
}

TEST(Camera, ZoomKeepsThePointUnderThePointer) {
  const Point pixel{633, 214};
  for (const float factor : {1.2F, 0.5F, 3.0F}) {
    const Camera before{false, 0.8F, {0.3F, 0.7F}};
    const Point there = project(before, canvas).to_scene(pixel);
    const Point seen = project(zoomed(before, canvas, pixel, factor), canvas).to_pixels(there);
    EXPECT_NEAR(seen.x, pixel.x, 1.5);  // the origin is rounded to whole pixels
    EXPECT_NEAR(seen.y, pixel.y, 1.5);
  }
}

TEST(Camera, ZoomStopsAtItsEnds) {
  EXPECT_EQ(zoomed({}, canvas, {0, 0}, 1e9F).zoom, max_zoom);
  EXPECT_EQ(zoomed({}, canvas, {0, 0}, 1e-9F).zoom, min_zoom);
}

TEST(Camera, PanMovesByPixels) {
  const Canvas twice{{0, 0, 640, 480}, 2, 400, 300};
  const Camera before{false, 1.5F, {0.5F, 0.5F}};
  const Point a = project(before, twice).origin, b = project(panned(before, twice, {40, -25}), twice).origin;
  EXPECT_NEAR(b.x - a.x, 40, 1);
  EXPECT_NEAR(b.y - a.y, -25, 1);
}

TEST(Camera, PanOutOfFitStartsWhereFitWas) {
  const Point a = project({}, canvas).origin, b = project(panned({}, canvas, {0, 0}), canvas).origin;
  EXPECT_NEAR(a.x, b.x, 1);
  EXPECT_NEAR(a.y, b.y, 1);
  EXPECT_FALSE(panned({}, canvas, {0, 0}).fit);
}

TEST(Camera, PixelsAndSceneAreInverse) {
  const Projection p = project({false, 1.7F, {0.2F, 0.9F}}, canvas);
  const Point back = p.to_pixels(p.to_scene({321, 123}));
  EXPECT_NEAR(back.x, 321, 0.01);
  EXPECT_NEAR(back.y, 123, 0.01);
  EXPECT_EQ(p.origin.x, std::round(p.origin.x));
}

// A scene that would be too small to read is shown from its upper left corner on instead, and its map can be pressed.
TEST(Camera, AFitHasALeastZoom) {
  const Canvas wide{{10, 20, 400, 300}, 1, 1000, 100, 1};
  const Projection p = project({}, wide);
  EXPECT_EQ(p.zoom, 1);
  EXPECT_EQ(p.origin.x, 10 + fit_margin);
  EXPECT_NEAR(p.origin.y, 20 + 100, 1);  // in the middle, since it fits
  EXPECT_TRUE(overflows(wide, p));
  const Canvas small{{10, 20, 400, 300}, 1, 300, 100, 1};
  EXPECT_FALSE(overflows(small, project({}, small)));
  const Camera there = looking_at({}, wide, {700, 50});
  EXPECT_FALSE(there.fit);
  const Point middle = project(there, wide).to_pixels({700, 50});
  EXPECT_NEAR(middle.x, 210, 1);
  EXPECT_NEAR(middle.y, 170, 1);
}

}  // namespace
}  // namespace tcviz
