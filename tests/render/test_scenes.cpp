// Real scenes, as the window shows them: every owner's part has the colour that the scene gives it.
#include <array>
#include <utility>

#include "app/scene/grid/grid_scene.hpp"
#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

// Threads own runs of `values` elements; if they own more than there are, elements have several owners.
Layout layout_of_runs(int rows, int cols, int threads, int values) {
  LayoutData data;
  data.kind = "test.runs";
  data.rows = rows;
  data.cols = cols;
  data.threads = threads;
  data.values = values;
  data.element_bits = 16;
  for (int slot = 0; slot < threads * values; ++slot) data.map.push_back(slot % (rows * cols));
  return Layout::make(std::move(data)).value();
}

class Scenes : public Drawing {
 protected:
  // Left of the label, right of the edge.
  static void check(const Pixels& pixels, const View& view, const Scene& scene) {
    int seen = 0;
    for (const CellPart& cell : scene.cells) {
      const int x = static_cast<int>(std::floor(view.pan_x + cell.rect.x * view.zoom)) + 2;
      const int y = static_cast<int>(std::floor(view.pan_y + (cell.rect.y + cell.rect.h / 2) * view.zoom));
      if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) continue;
      ++seen;
      EXPECT_EQ(pixels.at(x, y), cell.fill)
          << cell.row << ' ' << cell.col << " part " << cell.part << " zoom " << view.zoom;
    }
    EXPECT_GT(seen, 10);
  }
};

TEST_F(Scenes, EveryPartHasItsColour) {
  const std::array layouts{layout_of_runs(16, 16, 32, 8), layout_of_runs(16, 16, 32, 16), layout_of_runs(7, 5, 10, 14),
                           layout_of_runs(8, 128, 32, 32)};
  for (const Layout& layout : layouts) {
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
      SceneStyle style;
      style.theme = theme;
      const Scene scene = build_scene(layout, style);
      renderer_->set_scene(scene);
      for (const float zoom : {0.4F, 1.0F, 1.3F, 2.5F}) {
        const View view = whole_view(zoom, -scene.grids[0].cells.x * zoom + 7, -scene.grids[0].cells.y * zoom + 5);
        check(picture(view), view, scene);
      }
    }
  }
}

TEST_F(Scenes, TitlesAndLegendsAreInk) {
  SceneStyle style;
  style.theme = Theme::Dark;
  Scene scene = build_scene(layout_of_runs(4, 4, 4, 4), style);
  const auto inked = [&] {
    renderer_->set_scene(scene);
    const Pixels pixels = picture(whole_view());
    return width * height - count(pixels, scene.background);
  };
  const int with = inked();
  scene.texts.clear();
  EXPECT_GT(with - inked(), 300);
}

}  // namespace
}  // namespace tcviz
