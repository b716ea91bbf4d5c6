// Pictures for a place on paper: as wide as was said, letters as large as was said or else told how large, every label
// inside its cell, and grids beside each other only if that leaves them readable.
#include "app/scene/grid/sheet.hpp"
#include "app/scene/grid/grid_scene.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/scene/grid/paper_cell.hpp"
#include "gpu/layout/characters.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

constexpr double point_of_cm = 72 / 2.54;
constexpr Sheet column_sheet{8.5 * point_of_cm, 0, 7, 2}, page_sheet{17.5 * point_of_cm, 0, 7, 2},
    slide_sheet{960, 540, 12, 20};

const Layout& sheet_layout(const std::string& kind) { return boxes::recorded().at(kind); }

SheetPicture picture_of(const Sheet& sheet, const std::vector<const Layout*>& layouts, SceneStyle style = {}) {
  return picture_on(sheet, SceneLayouts(layouts), style);
}

SheetPicture accumulator_on(const Sheet& sheet, SceneStyle style = {}) {
  return picture_of(sheet, {&sheet_layout("wmma.m16n16k16.acc.f32")}, style);
}

bool is_stacked(const Scene& scene) { return scene.grids[1].lines.y > scene.grids[0].lines.y; }

template <class Check>
void for_each_sheet(Check check) {
  for (const auto& [kind, layout] : boxes::recorded()) {
    if (layout.slots() > 2048) continue;
    for (const ViewMode view :
         {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads, ViewMode::Comparison, ViewMode::Product}) {
      std::vector<const Layout*> layouts{&layout};
      if (view == ViewMode::Comparison) layouts.push_back(&layout);
      if (view == ViewMode::Product) layouts = boxes::product(kind);
      if (layouts.empty()) continue;
      for (const Sheet& sheet : {column_sheet, page_sheet, slide_sheet}) {
        SceneStyle style;
        style.view = view;
        style.palette = sheet.font == 7 ? Palette::Safe : Palette::Print;
        SCOPED_TRACE(kind + " view " + std::to_string(static_cast<int>(view)) + " on " + std::to_string(sheet.width));
        check(sheet, picture_of(sheet, layouts, style));
      }
    }
  }
}

void expect_width_as_said(const Sheet& sheet, const SheetPicture& picture) {
  EXPECT_NEAR(static_cast<double>(picture.scene.width) * picture.unit, sheet.width, sheet.width * 1e-6);
  const double height = static_cast<double>(picture.scene.height) * picture.unit;
  if (sheet.height > 0)
    EXPECT_NEAR(height, sheet.height, sheet.height * 1e-6);
  else
    EXPECT_LE(height, std::max(24 * point_of_cm, 1.42 * sheet.width) * 1.001);
}

void expect_smallest_letters_as_told(const SheetPicture& picture) {
  float smallest = 100;
  for (const Text& text : picture.scene.texts) smallest = std::min(smallest, text.size);
  EXPECT_NEAR(picture.smallest, static_cast<double>(smallest) * picture.unit, 1e-6);
}

void expect_labels_in_cells_and_words_on_sheet(const SheetPicture& picture) {
  const Rect all{0, 0, picture.scene.width, picture.scene.height};
  for (const Text& text : picture.scene.texts) ASSERT_TRUE(boxes::inside(all, boxes::box_of(text))) << text.text;
  const auto labels = boxes::labels_of(picture.scene);
  for (const auto& label : labels) ASSERT_FALSE(label.empty());
}

bool says(const Scene& scene, const std::string& start) {
  return std::ranges::any_of(scene.texts, [&](const Text& text) { return text.text.starts_with(start); });
}

// A label such as "5:3" is explained on the sheet, and only where there is one. Returns whether there is one.
bool expect_brief_labels_explained(const Scene& scene) {
  const auto is_brief = [](const Text& text) {
    return text.role == TextRole::CellLabel && is_digit(text.text.front()) && text.text.find(':') != std::string::npos;
  };
  const bool there = std::ranges::any_of(scene.texts, is_brief);
  EXPECT_EQ(says(scene, "5:3 is T5 x[3]"), there);
  return there;
}

// Each picture is drawn once, and has all that a sheet promises: to draw them is what takes the time.
TEST(Sheet, EveryPictureIsAsWasSaid) {
  int fine = 0, brief = 0, whole = 0;
  for_each_sheet([&](const Sheet& sheet, const SheetPicture& picture) {
    expect_width_as_said(sheet, picture);
    expect_smallest_letters_as_told(picture);
    expect_labels_in_cells_and_words_on_sheet(picture);
    ++(expect_brief_labels_explained(picture.scene) ? brief : whole);
    fine += picture.smallest >= sheet.font - 1e-3 ? 1 : 0;
  });
  EXPECT_GT(fine, 300);
  EXPECT_GT(brief, 50);
  EXPECT_GT(whole, 50);
}

TEST(Sheet, GridsAreStackedWhereLabelsWouldBeTooSmallBesideEachOther) {
  EXPECT_TRUE(is_stacked(accumulator_on(column_sheet).scene));
  EXPECT_FALSE(is_stacked(accumulator_on(page_sheet).scene));
  SceneStyle beside;
  beside.arrangement = Arrangement::SideBySide;
  const SheetPicture small = accumulator_on(column_sheet, beside);
  EXPECT_FALSE(is_stacked(small.scene));
  EXPECT_LT(small.labels, 5);
  EXPECT_GE(accumulator_on(column_sheet).smallest, 7 - 1e-3);
  EXPECT_GE(accumulator_on(page_sheet).smallest, 7 - 1e-3);
}

// All owners are drawn, as in every figure, and labels say all of them.
TEST(Sheet, EveryOwnerIsDrawn) {
  const Layout& a = sheet_layout("wmma.m16n16k16.a.f16.row");
  const SheetPicture picture = picture_of(page_sheet, {&a});
  EXPECT_EQ(picture.scene.cells.size(), static_cast<std::size_t>(2 * a.slots()));
}

TEST(Sheet, LettersOfAnotherSizeChangeTheCells) {
  Sheet larger = page_sheet;
  larger.font = 8;
  EXPECT_GE(accumulator_on(larger).smallest, 8 - 1e-3);
  EXPECT_GT(accumulator_on(larger).unit, accumulator_on(page_sheet).unit);
}

TEST(Sheet, TinySheetsAndBareCellsAreDrawn) {
  for (const double width : {10.0, 28.0, 90.0}) {
    for (const LabelBy labels : {LabelBy::Automatic, LabelBy::None}) {
      SceneStyle style;
      style.label_by = labels;
      const SheetPicture picture = accumulator_on({width, 0, 72, 200}, style);
      EXPECT_NEAR(static_cast<double>(picture.scene.width) * picture.unit, width, 1e-3);
      EXPECT_TRUE(std::isfinite(picture.smallest));
    }
  }
}

// The picture that every book has: B above, A left, their product in the corner, whatever the sheet.
TEST(Sheet, AProductStandsAroundItsCorner) {
  for (const std::string kind : {"mma.m16n8k16.acc.f32", "wmma.m16n16k16.acc.f32", "wmma.m32n8k16.acc.f32"})
    for (const Sheet& sheet : {column_sheet, page_sheet, slide_sheet}) {
      SCOPED_TRACE(kind + " on " + std::to_string(sheet.width));
      SceneStyle style;
      style.view = ViewMode::Product;
      const SheetPicture picture = picture_of(sheet, boxes::product(kind), style);
      ASSERT_EQ(picture.scene.grids.size(), 3U);
      const Rect &a = picture.scene.grids[0].cells, &b = picture.scene.grids[1].cells,
                 &c = picture.scene.grids[2].cells;
      EXPECT_NEAR(a.y, c.y, 1e-3);
      EXPECT_NEAR(b.x, c.x, 1e-3);
      EXPECT_LT(a.x + a.w, c.x);
      EXPECT_LT(b.y + b.h, c.y);
      style.arrangement = Arrangement::Stacked;
      const SheetPicture stacked = picture_of(sheet, boxes::product(kind), style);
      EXPECT_NEAR(stacked.scene.grids[0].cells.x, stacked.scene.grids[2].cells.x, 1e-3);
    }
}

// A matrix that no one could read in a column is shown in part, with dots and a sentence that says which; what is shown
// is what the layout says.
TEST(Sheet, WhatCannotBeReadIsShownInPart) {
  const Layout& layout = sheet_layout("wgmma.m64n256.acc.f32");
  for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined})
    for (const Sheet& sheet : {column_sheet, page_sheet}) {
      SceneStyle style;
      style.view = view;
      const SheetPicture picture = picture_of(sheet, {&layout}, style);
      EXPECT_GE(picture.smallest, 5 - 1e-3);
      const GridFrame& grid = picture.scene.grids[0];
      EXPECT_TRUE(grid.rows < 64 || grid.cols < 256);
      EXPECT_TRUE(says(picture.scene, "..."));
      std::string words;
      for (const Text& text : picture.scene.texts)
        if (text.role == TextRole::Caption) words += text.text + " ";
      EXPECT_NE(words.find("shown: " + std::to_string(grid.rows) + " of 64 rows and " + std::to_string(grid.cols) +
                           " of 256 columns"),
                std::string::npos)
          << words;
      EXPECT_EQ(picture.scene.cells.size(),
                picture.scene.grids.size() * static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols));
      for (const CellPart& cell : picture.scene.cells)
        ASSERT_EQ(layout.element(layout.slot(cell.slot)), (Element{cell.row, cell.col}));
    }
  EXPECT_FALSE(says(accumulator_on(column_sheet).scene, "..."));
}

std::string captions_of(const Scene& scene) {
  std::string words;
  for (const Text& text : scene.texts)
    if (text.role == TextRole::Caption) words += text.text + " ";
  return words;
}

// So are the slots of a large fragment, and the sides of a large product.
TEST(Sheet, ThreadsAndProductsAreShownInPart) {
  const Layout &a = sheet_layout("wgmma.m64k16.a.f16"), &sum = sheet_layout("wgmma.m64n256.acc.f32");
  for (const Sheet& sheet : {column_sheet, page_sheet}) {
    SceneStyle style;
    style.view = ViewMode::Threads;
    const SheetPicture slots = picture_of(sheet, {&sum}, style);
    const GridFrame& grid = slots.scene.grids[0];
    EXPECT_GE(slots.smallest, 5 - 1e-3);
    EXPECT_NE(
        captions_of(slots.scene).find(fmt::format("shown: {} of 128 threads and {} of 128", grid.rows, grid.cols)),
        std::string::npos);
    EXPECT_EQ(slots.scene.cells.size(), static_cast<std::size_t>(grid.rows * grid.cols));
    for (const CellPart& cell : slots.scene.cells) {
      EXPECT_LT(sum.slot(cell.slot).tid, grid.rows);
      EXPECT_LT(sum.slot(cell.slot).i, grid.cols);
    }
    style.view = ViewMode::Product;
    const SheetPicture product = picture_of(sheet, {&a, &sum}, style);
    EXPECT_GE(product.smallest,
              sheet.width > column_sheet.width ? 5 - 1e-3 : 2.9);  // a column is narrow for words and B
    EXPECT_TRUE(says(product.scene, "..."));
    const GridFrame &left = product.scene.grids.front(), &right = product.scene.grids.back();
    EXPECT_EQ(left.rows, right.rows);
    EXPECT_NE(captions_of(product.scene).find(fmt::format("shown: {} of 64 m, ", left.rows)), std::string::npos);
    for (const CellPart& cell : product.scene.cells) {
      const GridFrame& own = product.scene.grids[cell.grid];
      EXPECT_LT(cell.row, own.rows);
      EXPECT_LT(cell.col, own.cols);
    }
    for (const Text& text : product.scene.texts) EXPECT_LE(text.y, product.scene.height);
  }
}

TEST(Sheet, APaperCellHasRoomForItsLabels) {
  FitNeeds needs{{{LabelForm::Whole, 8}, {LabelForm::Broken, 4}, {LabelForm::Short, 4}}};
  needs.owners = 2;
  EXPECT_EQ(paper_cell(needs, {140, 40}, Palette::Safe).form, LabelForm::Whole);
  const CellPlan narrow = paper_cell(needs, {36, 80}, Palette::Safe);
  EXPECT_EQ(narrow.form, LabelForm::Broken);
  EXPECT_EQ(narrow.parts_y, 2);
  EXPECT_EQ(paper_cell(needs, {36, 36}, Palette::Safe).form, LabelForm::Short);
  const CellPlan none = paper_cell(needs, {10, 36}, Palette::Safe);
  EXPECT_EQ(none.label_size, least_paper_label);
  EXPECT_GT(none.cell_w, 10);
}

TEST(Sheet, MovingASceneMovesAllOfIt) {
  SceneStyle style;
  style.marked = Slot{3, 1};
  const Layout& layout = sheet_layout("wmma.m16n16k16.acc.f32");
  const Scene before = build_scene(layout, style);
  Scene after = before;
  move(after, 16, 8);
  const auto moved = [](const Rect& a, const Rect& b) { return b.x == a.x + 16 && b.y == a.y + 8; };
  for (std::size_t n = 0; n < before.cells.size(); ++n) ASSERT_TRUE(moved(before.cells[n].rect, after.cells[n].rect));
  for (std::size_t n = 0; n < before.texts.size(); ++n) {
    ASSERT_EQ(after.texts[n].x, before.texts[n].x + 16);
    ASSERT_EQ(after.texts[n].y, before.texts[n].y + 8);
  }
  for (std::size_t n = 0; n < before.swatches.size(); ++n)
    ASSERT_TRUE(moved(before.swatches[n].rect, after.swatches[n].rect));
  ASSERT_FALSE(before.outlines.empty());
  EXPECT_TRUE(moved(before.outlines[0].rect, after.outlines[0].rect));
  ASSERT_FALSE(before.arrows.empty());
  EXPECT_EQ(after.arrows[0].x1, before.arrows[0].x1 + 16);
  EXPECT_TRUE(moved(before.grids[0].cells, after.grids[0].cells));
  EXPECT_TRUE(moved(before.grids[0].lines, after.grids[0].lines));
}

}  // namespace
}  // namespace tcviz
