// From a point to a slot and back, over every cell of every view.
#include <utility>

#include "app/scene/grid/grid_scene.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using boxes::for_each_scene;
using Layouts = std::vector<const Layout*>;

TEST(Hits, EveryPartIsFoundUnderItsCornersAndItsMiddle) {
  for_each_scene([](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    for (const CellPart& cell : scene.cells) {
      const Rect& r = cell.rect;
      for (const auto& [x, y] : {std::pair{r.x + 0.01f, r.y + 0.01f},
                                 {r.x + r.w / 2, r.y + r.h / 2},
                                 {r.x + r.w - 0.02f, r.y + r.h - 0.02f}}) {
        const std::optional<Hit> hit = hit_test(scene, SceneLayouts(layouts), x, y);
        ASSERT_TRUE(hit);
        ASSERT_EQ(hit->grid, cell.grid);
        ASSERT_EQ(hit->layout, scene.grids[cell.grid].layout);
        ASSERT_EQ(hit->slot, cell.slot);
        ASSERT_EQ(hit->part, cell.part);
        ASSERT_EQ(hit->element, (Element{cell.row, cell.col}));
      }
    }
  });
}

TEST(Hits, ASlotsRectangleIsThatOfItsPart) {
  for_each_scene([](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    for (const CellPart& cell : scene.cells) {
      const GridFrame& frame = scene.grids[cell.grid];
      const Layout& layout = *layouts[frame.layout];
      const std::optional<Rect> rect = slot_rect(frame, layout, layout.slot(cell.slot));
      ASSERT_TRUE(rect);
      ASSERT_EQ(*rect, cell.rect);
    }
  });
}

TEST(Hits, ASlotWithoutAnElementHasNoRectangle) {
  const Layout layout = samples::make(samples::data_of({1, 2, 2, 2}, {0, no_element, no_element, 1}));
  for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads}) {
    SceneStyle style;
    style.view = view;
    const Scene scene = build_scene(layout, style);
    EXPECT_FALSE(slot_rect(scene.grids[0], layout, {0, 1}));
    EXPECT_TRUE(slot_rect(scene.grids[0], layout, {1, 1}));
  }
}

TEST(Hits, NothingIsHitOutsideTheGrids) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  for (const ViewMode view : {ViewMode::Combined, ViewMode::Threads, ViewMode::Comparison}) {
    SceneStyle style;
    style.view = view;
    const Layouts layouts{&layout, &layout};
    const Scene scene = build_scene(SceneLayouts(layouts), style);
    int hits = 0, inside = 0;
    for (float y = 1.5f; y < scene.height; y += 3) {
      for (float x = 1.5f; x < scene.width; x += 3) {
        hits += hit_test(scene, SceneLayouts(layouts), x, y).has_value();
        for (const GridFrame& frame : scene.grids) inside += frame.cells.contains(x, y);
      }
    }
    EXPECT_EQ(hits, inside);
    EXPECT_GT(hits, 1000);
  }
}

}  // namespace
}  // namespace tcviz
