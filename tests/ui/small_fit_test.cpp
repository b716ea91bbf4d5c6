// What small windows leave for the grids: while nobody has zoomed, all of them is in sight, in digits that are read;
// where that cannot be, the map covers nothing of them.
#include <algorithm>

#include "app/scene/grid/fit.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/shown_style.hpp"
#include "app/ui/grids/sticky_axes.hpp"
#include "app/ui/kit/grid_picture.hpp"
#include "app/ui/window/places.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char *small_acc = "wmma.m16n16k16.acc.f32", *small_a = "wmma.m16n16k16.a.f16.row";

// Canvases of windows: 1280x720 with a side, a lesson and its inspector; 800x600 alone and below the editor.
constexpr Rect beside_editor{0, 0, 710, 583}, beside_inspector{0, 0, 926, 547}, beside_lesson{0, 0, 584, 583},
    small_window{0, 0, 764, 427}, small_compare{0, 0, 764, 357}, below_editor{0, 0, 764, 274};

class SmallFit : public testing::Test {
 protected:
  SmallFit() {
    auto answers = std::make_shared<Answers>();
    for (const char* kind : {small_acc, small_a, "wmma.m16n16k16.b.f16.col"})
      answers->results.push_back({kind, sample_layout(kind, sample_provenance())});
    d_.sources.resize(2);
    for (auto& source : d_.sources) source.answers = answers;
    d_.other_source = 1;
  }
  // With a formula that is wrong everywhere, unless `right`.
  void show(const char* kind, ViewMode view, const Rect& canvas, bool right = false) {
    d_.kind = kind;
    d_.view = view;
    const bool layouts = shown_.follow(d_);
    style_.follow(d_, shown_, layouts);
    SceneStyle style = style_.style();
    style.checked = view == ViewMode::Product ? 2 : 0;
    if (!right) style.marks.assign(256, CellMark::Wrong);
    picture_.prepare({d_, shown_, style, ++revision_, canvas, 1, colors_of(d_.theme)});
  }
  void expect_whole() const {
    const Canvas canvas = picture_.canvas();
    const Projection p = project(Camera{}, canvas);
    const Scene& scene = picture_.scene();
    EXPECT_FALSE(overflows(canvas, p)) << scene.width * p.zoom << 'x' << scene.height * p.zoom;
    EXPECT_GE(scene.label_size * p.zoom, 10 - 1e-3F);
    EXPECT_FALSE(map_place(1, canvas, p, map_obstacles(scene), false));
  }

  Document d_;
  ShownLayouts shown_;
  ShownStyle style_;
  GridPicture picture_;
  int revision_ = 0;
};

TEST_F(SmallFit, GridsAreWhollyInSight) {
  for (const Rect& canvas : {beside_editor, small_window, below_editor}) {
    SCOPED_TRACE(canvas.w * 1000 + canvas.h);
    show(small_acc, ViewMode::Grids, canvas);
    expect_whole();
  }
  show(small_a, ViewMode::Grids, beside_lesson, true);
  expect_whole();
}

// A projector, a laptop, a large screen. Beside the grids is the lesson; below is the button that leaves full screen.
TEST_F(SmallFit, GridsBesideALessonInFullScreenAreWhollyInSight) {
  constexpr float bars_w = 32, bars_h = 150, strip = 60;
  const ImVec2 screens[] = {{1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}};
  d_.workspace = Workspace::Learn;
  d_.full_screen = true;
  for (const ImVec2& screen : screens) {
    SCOPED_TRACE(screen.x);
    const float scale = full_screen_scale(d_, screen.x, screen.y);
    const Rect room = place_panels(d_, {0, 0, screen.x, screen.y - strip * scale}, scale, 0).subject().rect;
    show(small_acc, ViewMode::Grids, {0, 0, room.w / scale - bars_w, room.h / scale - bars_h}, true);
    expect_whole();
  }
  EXPECT_FLOAT_EQ(full_screen_scale(d_, 1920, 1080), 1.5F);
  EXPECT_FLOAT_EQ(full_screen_scale(d_, 3840, 2160), 1.5F);
  EXPECT_FLOAT_EQ(full_screen_scale(d_, 1024, 640), 1);
  d_.workspace = Workspace::Layout;  // the grids alone
  EXPECT_FLOAT_EQ(full_screen_scale(d_, 1024, 640), 1.5F);
}

TEST_F(SmallFit, AProductIsWhollyInSight) {
  show(small_acc, ViewMode::Product, beside_editor);
  expect_whole();
  show(small_acc, ViewMode::Product, beside_inspector, true);
  expect_whole();
}

TEST_F(SmallFit, AComparisonIsWhollyInSight) {
  show(small_acc, ViewMode::Comparison, small_compare, true);
  expect_whole();
}

// The counts of wrong cells lie inside the picture, so they are in sight as it is.
TEST_F(SmallFit, CountsOfWrongCellsAreInsideThePicture) {
  show(small_acc, ViewMode::Grids, small_window);
  const Scene& scene = picture_.scene();
  int counts = 0;
  for (const Text& text : scene.texts) {
    if (text.role != TextRole::Note || text.text != "16") continue;
    ++counts;
    EXPECT_LE(text.x + 2 * text.size, scene.width + text.size);
  }
  EXPECT_EQ(counts, 4 * 16);
}

// Room for labels is more than room for how many owners there are.
TEST_F(SmallFit, CopiesAreSaidWhereThereIsRoom) {
  const auto copies = [&] { return std::ranges::count(picture_.scene().texts, std::string("x2"), &Text::text); };
  show(small_acc, ViewMode::Product, beside_editor);
  EXPECT_EQ(copies(), 0);
  show(small_acc, ViewMode::Product, {0, 0, 1500, 900});
  EXPECT_EQ(copies(), 2 * 256);
}

TEST_F(SmallFit, TheEditorLeavesTheGridsTheirHeight) {
  d_.workspace = Workspace::Formula;
  const Places places = place_panels(d_, {8, 37, 784, 537}, 1, 0);
  EXPECT_GE(places.subject().rect.h, 345);
  EXPECT_GE(places.panels()[1].rect.h, 180);
}

// What stands beside it is not much: with an editor or a lesson, which are part of the task, all of it.
TEST_F(SmallFit, TheSubjectHasMostOfTheWindow) {
  constexpr float width = 1280, height = 720;
  for (const WorkspaceRow& row : workspace_rows) {
    d_.workspace = row.workspace;
    for (const bool inspector : {false, true}) {
      d_.views[ViewId::Inspector].open = inspector;
      float share = 0;
      const Places places = place_panels(d_, {4, 37, width - 8, height - 63}, 1, 0);
      for (const PlacedPanel& panel : places.panels())
        if (panel.view != ViewId::Inspector) share += panel.rect.w * panel.rect.h / (width * height);
      EXPECT_GE(share, 0.6F) << row.word;
    }
  }
}

// A grid that fills the canvas leaves no room; one that is small does; somebody who zoomed has a map in any case.
TEST(SmallMap, LiesInFreeSpaceOrNowhere) {
  const Canvas canvas{{0, 0, 800, 500}, 1, 2000, 1000, 1, false};
  const Projection p = project(Camera{}, canvas);
  ASSERT_TRUE(overflows(canvas, p));
  const std::vector<Rect> full{{0, 0, 2000, 1000}}, corner{{500, 300, 400, 300}};
  EXPECT_FALSE(map_place(1, canvas, p, full, false));
  EXPECT_TRUE(map_place(1, canvas, p, full, true));
  const auto map = map_place(1, canvas, p, corner, false);
  ASSERT_TRUE(map);
  const Point low = p.to_scene({map->x, map->y}), high = p.to_scene({map->x + map->w, map->y + map->h});
  EXPECT_TRUE(high.x < 500 || high.y < 300) << map->x << ' ' << map->y;
  EXPECT_GE(map->x, 0);
  EXPECT_LE(low.x, high.x);
}

// Digits of the smallest label, and a pixel of air on both sides.
TEST(SmallFrame, LeavesTheDigitsOfALowCell) {
  for (const float height : {12.0F, 13.0F, 14.0F, 16.0F}) {
    const float inside = height - 2 * difference_frame({0, 0, 19, height});
    EXPECT_GE(inside, digit_height * least_label + 1.9F) << height;
  }
}

}  // namespace
}  // namespace tcviz
