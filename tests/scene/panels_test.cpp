// Several layouts in one picture: each in its panel as it is alone, with its letter, and nothing on top of another.
#include "app/scene/grid/panels.hpp"
#include "app/scene/grid/grid_scene.hpp"

#include <map>
#include <set>

#include "app/scene/grid/sheet.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

std::vector<const Layout*> three_layouts() {
  const auto& all = boxes::recorded();
  return {&all.at("mma.m16n8k16.a.f16"), &all.at("mma.m16n8k16.b.f16"), &all.at("mma.m16n8k16.acc.f32")};
}

SceneStyle panel_style(ViewMode view) {
  SceneStyle style;
  style.view = view;
  style.panels = true;
  return style;
}

std::vector<std::string> letters_in(const Scene& scene) {
  std::vector<std::string> letters;
  for (const Text& text : scene.texts)
    if (text.role == TextRole::GridTitle && text.text.size() == 1) letters.push_back(text.text);
  return letters;
}

void expect_apart(const Scene& scene) {
  const Rect all{0, 0, scene.width, scene.height};
  for (const Text& text : scene.texts) ASSERT_TRUE(boxes::inside(all, boxes::box_of(text))) << text.text;
  for (const GridFrame& a : scene.grids) {
    EXPECT_TRUE(boxes::inside(all, a.lines));
    for (const GridFrame& b : scene.grids) EXPECT_TRUE(&a == &b || !boxes::overlap(a.lines, b.lines));
  }
}

TEST(Panels, EveryLayoutHasAPanelWithALetter) {
  const std::vector<const Layout*> layouts = three_layouts();
  for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads}) {
    for (const Palette palette : {Palette::Safe, Palette::Print}) {
      SceneStyle style = panel_style(view);
      style.palette = palette;
      const Scene natural = build_scene(SceneLayouts(layouts), style);
      const Scene sized = picture_on({500, 0, 7, 2}, SceneLayouts(layouts), style).scene;
      for (const Scene* scene : {&natural, &sized}) {
        EXPECT_EQ(letters_in(*scene), (std::vector<std::string>{"a", "b", "c"}));
        EXPECT_EQ(scene->grids.size(), view == ViewMode::Grids ? 6U : 3U);
        expect_apart(*scene);
        boxes::labels_of(*scene);
      }
    }
  }
}

// The cells say which of the figure's layouts they are of: readers and pointers find them.
TEST(Panels, CellsBelongToTheirOwnLayout) {
  const std::vector<const Layout*> layouts = three_layouts();
  const Scene scene = build_scene(SceneLayouts(layouts), panel_style(ViewMode::Combined));
  for (const CellPart& cell : scene.cells) {
    const GridFrame& grid = scene.grids[cell.grid];
    ASSERT_EQ(grid.layout, cell.grid);
    ASSERT_TRUE(boxes::inside(grid.lines, cell.rect));
    const Layout& layout = *layouts[grid.layout];
    ASSERT_EQ(*layout.element(layout.slot(cell.slot)), (Element{cell.row, cell.col}));
  }
  EXPECT_NE(hit_test(scene, SceneLayouts(layouts), scene.grids[2].cells.x + 3, scene.grids[2].cells.y + 3),
            std::nullopt);
}

TEST(Panels, HatchesLieInAPanelAsTheyDoAlone) {
  const std::vector<const Layout*> layouts = three_layouts();
  SceneStyle style = panel_style(ViewMode::Combined);
  style.palette = Palette::Print;
  const Scene scene = build_scene(SceneLayouts(layouts), style);
  style.panels = false;
  const Scene alone = build_scene(*layouts[1], style);
  const float right = scene.grids[1].cells.x - alone.grids[0].cells.x;
  EXPECT_EQ(right, std::floor(right / hatch_tile) * hatch_tile);
}

TEST(Panels, SidesOfAComparisonHaveLetters) {
  const std::vector<const Layout*> layouts{three_layouts()[2], three_layouts()[2]};
  const Scene scene = build_scene(SceneLayouts(layouts), panel_style(ViewMode::Comparison));
  std::vector<std::string> titles;
  for (const Text& text : scene.texts)
    if (text.role == TextRole::GridTitle) titles.push_back(text.text);
  ASSERT_EQ(titles.size(), 2U);
  EXPECT_TRUE(titles[0].starts_with("a  "));
  EXPECT_TRUE(titles[1].starts_with("b  "));
}

// On paper all panels have cells and labels of one size and one form, and the origin that they share stands once.
TEST(Panels, AreAlikeOnPaper) {
  const std::vector<const Layout*> layouts = three_layouts();
  std::set<std::string> different;
  for (const Layout* layout : layouts) different.insert(describe(layout->provenance()));
  ASSERT_LT(different.size(), layouts.size());
  for (const double width : {241.0, 350.0, 496.0, 960.0})
    for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined}) {
      SCOPED_TRACE(std::to_string(width) + " view " + std::to_string(static_cast<int>(view)));
      const Scene scene = picture_on({width, 0, 7, 2}, SceneLayouts(layouts), panel_style(view)).scene;
      for (const GridFrame& grid : scene.grids) {
        EXPECT_EQ(grid.cell_w, scene.grids[0].cell_w);
        EXPECT_EQ(grid.cell_h, scene.grids[0].cell_h);
      }
      std::set<float> sizes;
      std::set<bool> brief;
      int origins = 0;
      for (const Text& text : scene.texts) {
        if (text.role == TextRole::CellLabel) sizes.insert(text.size);
        if (text.role == TextRole::CellLabel) brief.insert(text.text.find(':') != std::string::npos);
        origins += text.text.starts_with("probed on NVIDIA H200") ? 1 : 0;
      }
      EXPECT_EQ(sizes.size(), 1U);
      EXPECT_EQ(brief.size(), 1U);
      EXPECT_GE(origins, 1);
      EXPECT_LE(origins, static_cast<int>(different.size()));
      expect_apart(scene);
    }
}

// Returns the number of grids in each row, and how much of the picture the narrowest row takes.
struct RowsOfPanels {
  std::vector<int> counts;
  float narrowest = 1;
};
RowsOfPanels rows_in(const Scene& scene) {
  std::map<float, std::vector<Rect>> rows;
  float left = scene.width, right = 0;
  for (const GridFrame& grid : scene.grids) {
    rows[grid.cells.y].push_back(grid.cells);
    left = std::min(left, grid.cells.x);
    right = std::max(right, grid.cells.x + grid.cells.w);
  }
  RowsOfPanels found;
  for (const auto& [y, cells] : rows) {
    found.counts.push_back(static_cast<int>(cells.size()));
    found.narrowest = std::min(found.narrowest, (cells.back().x + cells.back().w - left) / (right - left));
  }
  return found;
}

// Three stand in a row if there is room for it; else the wide one stands above the others, or each in a row of its own.
TEST(Panels, NoneStandsAloneBesideAGap) {
  const std::vector<const Layout*> layouts = three_layouts();
  const SceneStyle style = panel_style(ViewMode::Combined);
  EXPECT_EQ(rows_in(build_scene(SceneLayouts(layouts), style)).counts, std::vector<int>{3});
  for (const double width : {241.0, 496.0, 680.0, 1500.0}) {
    const RowsOfPanels rows = rows_in(picture_on({width, 0, 7, 2}, SceneLayouts(layouts), style).scene);
    const std::vector<int> wanted = width < 300    ? std::vector<int>{1, 1, 1}
                                    : width < 1000 ? std::vector<int>{1, 2}
                                                   : std::vector<int>{3};
    EXPECT_EQ(rows.counts, wanted) << width;
    EXPECT_TRUE(rows.counts.size() != 2 || rows.narrowest > 0.75F) << width;
  }
  const std::vector<const Layout*> seven(7, layouts[2]);
  EXPECT_EQ(rows_in(build_scene(SceneLayouts(seven), style)).counts, (std::vector<int>{4, 3}));
}

TEST(Panels, WordsOfItsOwnStandOnce) {
  const std::vector<const Layout*> layouts = three_layouts();
  SceneStyle style = panel_style(ViewMode::Combined);
  style.title_text = "Three fragments";
  style.caption_text = "of one instruction";
  const Scene scene = build_scene(SceneLayouts(layouts), style);
  for (const std::string& words : {style.title_text, style.caption_text})
    EXPECT_EQ(std::ranges::count(scene.texts, words, &Text::text), 1) << words;
  EXPECT_EQ(scene.title, "Three fragments");
}

}  // namespace
}  // namespace tcviz
