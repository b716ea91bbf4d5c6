// What is outlined and what the tooltip says.
#include "app/ui/kit/grid_picture.hpp"

#include <algorithm>

#include "app/scene/grid/hits.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/shown_style.hpp"
#include "app/ui/grids/compare_bits.hpp"
#include "gtest/gtest.h"
#include "tests/layout/samples.hpp"
#include "tests/session/fakes.hpp"

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
  static bool marks_in(const Mark& m, ImU32 color) {
    return IM_COL32(m.color.r, m.color.g, m.color.b, m.color.a) == color;
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

// A product of the sample layouts, its marks against plain rows and columns.
class ProductPicture : public Picture {
 protected:
  ProductPicture() {
    auto answers = std::make_shared<Answers>();
    for (const char* kind : {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.col"}) {
      answers->results.push_back({kind, sample_layout(kind, sample_provenance())});
    }
    d_.sources.resize(1);
    d_.sources[0].answers = answers;
    d_.kind = "wmma.m16n16k16.acc.f32";
    d_.view = ViewMode::Product;
    prepare();
  }
  const GridFrame& frame(int layout) const {
    const auto& grids = picture_.scene().grids;
    return *std::find_if(grids.begin(), grids.end(), [&](const GridFrame& g) { return g.layout == layout; });
  }
  // The elements of a layout that lie in the marks wider or higher than a cell.
  std::vector<Element> lit(int layout) const {
    const GridFrame& f = frame(layout);
    std::vector<Element> found;
    for (const Mark& m : picture_.marks()) {
      const bool line = m.rect.w > 1.5F * f.cell_w || m.rect.h > 1.5F * f.cell_h;
      if (!line || !f.cells.contains(m.rect.x + 1, m.rect.y + 1)) continue;
      for (int row = 0; row < f.rows; ++row) {
        for (int col = 0; col < f.cols; ++col) {
          const float x = f.cells.x + (static_cast<float>(col) + 0.4F) * f.cell_w;
          const float y = f.cells.y + (static_cast<float>(row) + 0.4F) * f.cell_h;
          if (m.rect.contains(x, y)) found.push_back({row, col});
        }
      }
    }
    return found;
  }
  static std::vector<Element> row_of(int row) {
    std::vector<Element> all;
    for (int col = 0; col < 16; ++col) all.push_back({row, col});
    return all;
  }
  static std::vector<Element> column_of(int col) {
    std::vector<Element> all;
    for (int row = 0; row < 16; ++row) all.push_back({row, col});
    return all;
  }
};

TEST_F(ProductPicture, AnElementOfTheAccumulatorLightsItsRowAndColumn) {
  for (const bool pinned : {true, false}) {
    d_.pin.reset();
    d_.hover.reset();
    (pinned ? d_.pin : d_.hover) = Pick{{9, 6}, {7, 2}, 2};
    prepare();
    EXPECT_EQ(lit(0), row_of(9));
    EXPECT_EQ(lit(1), column_of(6));
    EXPECT_TRUE(lit(2).empty());
  }
}

TEST_F(ProductPicture, AnOperandsElementLightsWhereItGoes) {
  d_.pin = Pick{{3, 5}, {3, 5}, 0};
  prepare();
  EXPECT_EQ(lit(2), row_of(3));
  EXPECT_TRUE(lit(1).empty());
  d_.pin = Pick{{3, 5}, d_.layouts()[1]->owners({3, 5}).front(), 1};
  prepare();
  EXPECT_EQ(lit(2), column_of(5));
  EXPECT_TRUE(lit(0).empty());
}

TEST_F(ProductPicture, AThreadIsOutlinedInAllThreeOperands) {
  d_.pin = Pick{{9, 6}, {7, 2}, 2};
  prepare();
  for (const int layout : {0, 1, 2}) {
    const auto inside_frame = [&](const Mark& m) {
      return frame(layout).cells.contains(m.rect.x + 1, m.rect.y + 1) && m.style == MarkStyle::Solid &&
             m.thickness == 2;
    };
    EXPECT_EQ(std::count_if(picture_.marks().begin(), picture_.marks().end(), inside_frame),
              d_.layouts()[static_cast<std::size_t>(layout)]->values());
  }
}

TEST_F(Picture, AComparisonLinksTheElementOnBothSides) {
  show("wmma.m16n16k16.acc.f32");
  d_.view = ViewMode::Comparison;
  d_.pin = Pick{{9, 6}, {7, 2}, 1};
  prepare();
  EXPECT_EQ(marks_of(colors_of(d_.theme).pick), 2);                                         // one grid a side
  EXPECT_EQ(picture_.caption(), "all 256 elements have the same owners · 0:0 is T0 x[0]");  // as the cells say it
}

// Two layouts of 2 x 2: thread tid holds row tid in the one and column tid in the other.
TEST(BitsOfAComparison, SayWhichHaveMovedAndWhoseTheyAre) {
  const auto made = [](std::string kind, std::string device, std::vector<std::int32_t> map) {
    LayoutData data = samples::data_of({2, 2, 2, 2}, std::move(map));
    data.kind = std::move(kind);
    data.provenance.device = std::move(device);
    return samples::make(std::move(data));
  };
  const auto named = [](const Layout& left, const Layout& right) {
    CompareBits bits;
    bits.follow(SceneLayouts(std::vector{&left, &right}));
    return bits;
  };
  const Layout rows = made("a", "x", {0, 1, 2, 3}), columns = made("a", "y", {0, 2, 1, 3});
  const CompareBits bits = named(rows, columns);
  const auto labels = [&](std::size_t side) {
    std::vector<std::string> found;
    for (const CompareBits::Box& box : bits.sides()[side].boxes) found.push_back(box.label);
    return found;
  };
  EXPECT_EQ(labels(0), (std::vector<std::string>{"t0", "i0"}));
  EXPECT_EQ(labels(1), (std::vector<std::string>{"i0", "t0"}));
  using Move = CompareBits::Move;
  EXPECT_EQ(bits.moves(), (std::vector<Move>{{{BitName::Of::Tid, 0}, 0, 1}, {{BitName::Of::I, 0}, 1, 0}}));
  EXPECT_EQ(bits.sides()[0].name, "x");
  EXPECT_EQ(bits.sides()[1].name, "y");
  const CompareBits kinds = named(rows, made("b", "x", {0, 2, 1, 3}));  // of one GPU: the kinds tell them apart
  EXPECT_EQ(kinds.sides()[0].name, "a");
  EXPECT_EQ(kinds.sides()[1].name, "b");
}

// Two layouts in which no slot is at the same place.
class LinkedPicture : public Picture {
 protected:
  LinkedPicture() {
    show("wmma.m16n16k16.acc.f32");
    Layout other = *d_.layout();
    LayoutData data;
    data.kind = other.kind();
    data.rows = data.cols = 16;
    data.threads = 32;
    data.values = 8;
    data.element_bits = 32;
    data.provenance = sample_provenance();
    for (int slot = 0; slot < 256; ++slot) data.map.push_back(slot % 16 * 16 + slot / 16);
    Result<Layout> turned = Layout::make(std::move(data));
    EXPECT_TRUE(turned.ok());
    auto answers = std::make_shared<Answers>();
    answers->results.push_back({other.kind(), std::move(turned)});
    d_.sources.resize(2);
    d_.sources[1].answers = answers;
    d_.other_source = 1;
    d_.view = ViewMode::Comparison;
  }
};

// The slot (T7, x[2]) and its element are outlined on the other side, and an arrow leads from left to right.
TEST_F(LinkedPicture, AComparisonShowsWhereASlotSitsOnTheOtherSide) {
  for (const int side : {0, 1}) {
    const Slot slot{7, 2};
    d_.pin = Pick{*d_.layouts()[static_cast<std::size_t>(side)]->element(slot), slot, side};
    prepare();
    EXPECT_EQ(marks_of(colors_of(d_.theme).pick), 3);  // the slot, its element over there, the slot over there
    ASSERT_TRUE(picture_.link().has_value());
    for (std::size_t end = 0; end < 2; ++end) {
      const GridFrame& frame = picture_.scene().grids[end];
      const auto rect = slot_rect(frame, *d_.layouts()[end], slot);
      ASSERT_TRUE(rect.has_value());
      EXPECT_TRUE(rect->contains((*picture_.link())[end].x, (*picture_.link())[end].y));
    }
  }
  d_.pin.reset();
  prepare();
  EXPECT_FALSE(picture_.link().has_value());
}

// Four threads share a line around each run of their cells in a row.
TEST_F(Picture, TheQuadOfThePinnedThreadIsFramed) {
  show("wmma.m16n16k16.acc.f32");
  d_.pin = Pick{*d_.layout()->element({5, 0}), {5, 0}};
  prepare();
  const GridFrame& frame = picture_.scene().grids[0];
  std::vector<Rect> runs;
  for (const Mark& mark : picture_.marks())
    if (marks_in(mark, colors_of(d_.theme).text) && frame.cells.contains(mark.rect.x, mark.rect.y))
      runs.push_back(mark.rect);
  ASSERT_EQ(runs.size(), 2U);  // T4 to T7 have the rows 1 and 9
  for (std::size_t n = 0; n < 2; ++n) {
    EXPECT_NEAR(runs[n].y, frame.cells.y + static_cast<float>(1 + 8 * n) * frame.cell_h, 0.01);
    EXPECT_NEAR(runs[n].w, 16 * frame.cell_w - frame.gap, 0.01);
  }
}

TEST_F(Picture, WrongTextKeepsTheLastGoodPicture) {
  show("wmma.m16n16k16.acc.f32");
  d_.color_by = ColorBy::Expression;
  d_.expression = "row % 4";
  d_.filter = "0-7";
  prepare();
  const std::vector<bool> threads = style_.style().threads;
  EXPECT_EQ(std::count(threads.begin(), threads.end(), true), 8);
  for (int tid = 0; tid < 32; ++tid) {
    const Slot slot{tid, 3};
    const Element e = *d_.layout()->element(slot);
    EXPECT_EQ(style_.style().value(slot, e), e.row % 4);
  }
  for (const char* wrong : {"row %", "nobody + 1", "1 / (tid - 5)", ""}) {
    d_.expression = wrong;
    prepare();
    EXPECT_NE(style_.expression_problem(), "") << wrong;
    EXPECT_EQ(style_.style().color_by, ColorBy::Expression);
    EXPECT_EQ(style_.style().value(Slot{7, 2}, Element{9, 6}), 1);
  }
  d_.filter = "0-";
  prepare();
  EXPECT_NE(style_.filter_problem(), "");
  EXPECT_EQ(style_.style().threads, threads);
  d_.filter = "";
  d_.expression = "tid";
  prepare();
  EXPECT_EQ(style_.expression_problem() + style_.filter_problem(), "");
  EXPECT_EQ(style_.style().value(Slot{7, 2}, Element{9, 6}), 7);
}

}  // namespace
}  // namespace tcviz
