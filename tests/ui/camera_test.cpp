#include "app/ui/camera.hpp"

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

}  // namespace
}  // namespace tcviz
