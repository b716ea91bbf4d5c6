// What is outlined and what the tooltip says.
#include "app/ui/grid_picture.hpp"

#include <algorithm>

#include "app/ui/shown_style.hpp"
#include "gtest/gtest.h"
#include "tests/ui/fakes.hpp"

namespace tcviz {
namespace {

class Picture : public testing::Test {
 protected:
  void show(const std::string& kind) {
    auto answers = std::make_shared<Answers>();
    answers->results.push_back({kind, sample_layout(kind, sample_provenance())});
    d_.sources.resize(1);
    d_.sources[0].answers = answers;
    d_.kind = kind;
    prepare();
  }
  void prepare() {
    const bool layouts = shown_.follow(d_);
    if (style_.follow(d_, shown_, layouts) || layouts) ++revision_;
    picture_.prepare({d_, shown_, style_.style(), revision_, canvas_, 1, colors_of(d_.theme)});
  }
  std::ptrdiff_t marks_of(ImU32 color) const {
    const auto same = [&](const Mark& m) { return IM_COL32(m.color.r, m.color.g, m.color.b, m.color.a) == color; };
    return std::count_if(picture_.marks().begin(), picture_.marks().end(), same);
  }

  Document d_;
  ShownLayouts shown_;
  ShownStyle style_;
  int revision_ = 0;
  GridPicture picture_;
  Rect canvas_{0, 0, 900, 700};
};

TEST_F(Picture, OutlinesTheThreadInBothGrids) {
  show("wmma.m16n16k16.acc.f32");
  EXPECT_TRUE(picture_.marks().empty());
  d_.pin = Pick{{9, 6}, {7, 2}};
  prepare();
  const Colors& colors = colors_of(d_.theme);
  EXPECT_EQ(marks_of(colors.mark), 2 * 8);  // eight values, two grids
  EXPECT_EQ(marks_of(colors.pick), 2);
  const GridFrame& frame = picture_.scene().grids[0];
  const Mark& one = picture_.marks().back();
  for (const GridFrame& grid : picture_.scene().grids) {
    if (!grid.cells.contains(one.rect.x, one.rect.y)) continue;
    EXPECT_NEAR(one.rect.x, grid.cells.x + 6 * frame.cell_w, 1);
    EXPECT_NEAR(one.rect.y, grid.cells.y + 9 * frame.cell_h, 1);
  }
}

TEST_F(Picture, AHoveredThreadBesideAPinnedOneIsDashed) {
  show("wmma.m16n16k16.acc.f32");
  d_.pin = Pick{{9, 6}, {7, 2}};
  d_.hover = Pick{{0, 0}, {0, 0}};
  prepare();
  const auto dashed = [](const Mark& m) { return m.style == MarkStyle::Dashed; };
  EXPECT_EQ(std::count_if(picture_.marks().begin(), picture_.marks().end(), dashed),
            2 * 8 + 2);  // and the hovered cell itself
}

TEST_F(Picture, TheTipNamesEveryOwner) {
  show("wmma.m16n16k16.a.f16.row");  // slot s is element s % 256
  d_.hover = Pick{{3, 5}, {19, 5}};
  prepare();
  ASSERT_TRUE(picture_.tip().has_value());
  EXPECT_EQ(picture_.tip()->element, "(3, 5)");
  EXPECT_EQ(picture_.tip()->linear, "linear 53");
  ASSERT_EQ(picture_.tip()->owners.size(), 2U);
  EXPECT_EQ(picture_.tip()->owners[0].slot, (Slot{3, 5}));
  EXPECT_EQ(picture_.tip()->owners[1].slot, (Slot{19, 5}));
  EXPECT_EQ(picture_.tip()->owners[1].span, "R2 [31:16]");  // the sixth 16-bit value: the upper half of R2
}

TEST_F(Picture, MadeAnewOnlyWhereAnInputChanges) {
  show("wmma.m16n16k16.acc.f32");
  const int scene = picture_.revision(), marks = picture_.marks_revision();
  prepare();
  EXPECT_EQ(picture_.revision(), scene);
  EXPECT_EQ(picture_.marks_revision(), marks);
  d_.hover = Pick{{0, 0}, {0, 0}};
  prepare();
  EXPECT_EQ(picture_.revision(), scene);
  EXPECT_GT(picture_.marks_revision(), marks);
  d_.theme = Theme::Light;
  prepare();
  EXPECT_GT(picture_.revision(), scene);
}

TEST_F(Picture, TheArrangementFollowsTheCanvas) {
  show("wmma.m16n16k16.acc.f32");
  const auto side_by_side = [&] { return picture_.scene().grids[0].cells.y == picture_.scene().grids[1].cells.y; };
  EXPECT_TRUE(side_by_side());
  canvas_ = {0, 0, 400, 900};
  prepare();
  EXPECT_FALSE(side_by_side());
}

TEST_F(Picture, FindsTheNumbersOnTheAxes) {
  show("wmma.m16n16k16.acc.f32");
  d_.pin = Pick{{9, 6}, {7, 2}};
  prepare();
  std::vector<std::string> numbers;
  for (const std::size_t t : picture_.marked_numbers()) numbers.push_back(picture_.scene().texts[t].text);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(numbers, (std::vector<std::string>{"6", "6", "9", "9"}));
}

}  // namespace
}  // namespace tcviz
