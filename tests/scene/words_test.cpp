// The texts of a picture: axes of each operand, captions, axis numbers, legends, and the two themes.
#include "app/scene/grid/words.hpp"
#include "app/scene/grid/grid_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/names.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz {
namespace {

std::vector<std::string> texts(const Scene& scene, TextRole role) {
  std::vector<std::string> found;
  for (const Text& text : scene.texts) {
    if (text.role == role) found.push_back(text.text);
  }
  return found;
}

TEST(Words, AxesAreTheLettersOfTheOperand) {
  for (const Kind& kind : catalogue()) {
    if (kind.operand != Operand::A && kind.operand != Operand::B && kind.operand != Operand::Accumulator) continue;
    if (kind.family == Family::Movmatrix) continue;  // a matrix by itself
    const std::string id(kind.id);
    const AxisNames axes = axis_names(id);
    const bool a = id.find(".a.") != std::string::npos, b = id.find(".b.") != std::string::npos;
    EXPECT_EQ(axes.row, b ? "k" : "m") << id;
    EXPECT_EQ(axes.col, a ? "k" : "n") << id;
  }
  EXPECT_EQ(axis_names("another.tile.d").row, "row");
  EXPECT_EQ(axis_names("another.tile.d").col, "column");
}

TEST(Words, CaptionCountsOwnersPlainly) {
  const auto says = [](const Layout& layout) { return caption(layout); };
  EXPECT_EQ(says(figures::wrapped({16, 16, 32, 8}, "x")), "16×16 · 32 threads · 8 values · each element once");
  EXPECT_EQ(says(figures::wrapped({16, 16, 32, 16}, "x")),
            "16×16 · 32 threads · 16 values · each element has 2 owners");
  EXPECT_EQ(says(figures::wrapped({8, 4, 32, 1}, "x")), "8×4 · 32 threads · 1 value · each element once");
  EXPECT_EQ(says(figures::wrapped({1, 1, 1, 1}, "x")), "1×1 · 1 thread · 1 value · each element once");
  EXPECT_EQ(says(figures::wrapped({1, 3, 1, 7}, "x")), "1×3 · 1 thread · 7 values · elements have 2 to 3 owners");
  const LayoutData holes = samples::data_of({1, 2, 2, 2}, {0, 1, no_element, no_element});
  EXPECT_EQ(says(samples::make(holes)), "1×2 · 2 threads · 2 values · each element once · 2 slots without an element");
}

TEST(Words, FiguresNameKindAndProvenanceAndWindowsDoNot) {
  const Layout layout = figures::wrapped({16, 16, 32, 8}, "wmma.m16n16k16.acc.f32");
  SceneStyle style;
  const Scene figure = build_scene(layout, style);
  EXPECT_EQ(texts(figure, TextRole::Title), std::vector<std::string>{"wmma.m16n16k16.acc.f32"});
  EXPECT_EQ(texts(figure, TextRole::Caption).front(), "probed on a test");
  style.title = false;
  const Scene window = build_scene(layout, style);
  EXPECT_TRUE(texts(window, TextRole::Title).empty());
  EXPECT_EQ(texts(window, TextRole::Caption), std::vector<std::string>{caption(layout)});
  EXPECT_EQ(window.title, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(window.description, "probed on a test");
}

TEST(Words, WideGridsStandAboveEachOtherAndOthersBeside) {
  const auto stacked = [](const samples::Sizes& sizes, Arrangement arrangement) {
    SceneStyle style;
    style.arrangement = arrangement;
    const Scene scene = build_scene(figures::wrapped(sizes, "x"), style);
    return scene.grids[1].cells.y > scene.grids[0].cells.y;
  };
  const samples::Sizes square{16, 16, 32, 8}, wide{8, 128, 32, 32}, tall{32, 8, 32, 8};
  EXPECT_FALSE(stacked(square, Arrangement::Fitting));
  EXPECT_FALSE(stacked(tall, Arrangement::Fitting));
  EXPECT_TRUE(stacked(wide, Arrangement::Fitting));
  EXPECT_FALSE(stacked(wide, Arrangement::SideBySide));
  EXPECT_TRUE(stacked(square, Arrangement::Stacked));
}

TEST(Words, AxisNumbersStandAtTheirRowsAndColumns) {
  for (const Layout& layout : figures::all()) {
    const Scene scene = build_scene(layout, {});
    for (const Text& text : scene.texts) {
      if (text.role != TextRole::AxisNumber) continue;
      const bool address = text.text.starts_with('T');  // of the row whose number is the thread's
      const float n = std::stof(text.text.substr(address));
      const bool found = std::ranges::any_of(scene.grids, [&](const GridFrame& f) {
        const bool column =
            text.align == Align::Center && std::abs(f.cells.x + n * f.cell_w + (f.cell_w - f.gap) / 2 - text.x) < 0.1f;
        const bool row =
            text.align == Align::Right && std::abs(f.cells.y + n * f.cell_h + (f.cell_h - f.gap) / 2 - text.y) < 0.1f;
        return column || row;
      });
      ASSERT_TRUE(found) << text.text << " in " << figures::describe(layout);
    }
  }
}

// Thread 8 * m + r gives the address of row r of matrix m (PTX ISA 9.0, 9.7.14.5.15).
TEST(Words, AddressesStandBesideTheRowsOfLdmatrixAndStmatrixOnly) {
  for (const Kind& kind : catalogue()) {
    const bool loads = kind.id.starts_with("ldmatrix.") || kind.id.starts_with("stmatrix.");
    const Scene scene =
        build_scene(figures::wrapped({kind.rows(), kind.cols(), kind.threads, kind.values}, std::string(kind.id)), {});
    const auto is_address = [](const Text& text) { return text.role == TextRole::AxisNumber && text.text[0] == 'T'; };
    EXPECT_EQ(std::ranges::count_if(scene.texts, is_address), loads ? 2 * kind.rows() : 0) << kind.id;
  }
}

TEST(Words, EveryRowAndColumnOfACommonShapeHasANumber) {
  const Scene scene = build_scene(figures::wrapped({8, 128, 32, 32}, "x"), {});
  EXPECT_EQ(texts(scene, TextRole::AxisNumber).size(), 2 * (8 + 128));
  const Scene wide = build_scene(figures::wrapped({64, 256, 128, 128}, "x"), {});
  EXPECT_EQ(texts(wide, TextRole::AxisNumber).size(), 2 * (64 + 128));  // every second column
}

TEST(Words, LegendShowsEveryThreadAndEveryRegister) {
  for (const samples::Sizes& sizes : {samples::Sizes{16, 16, 32, 8}, {64, 256, 128, 128}, {8, 4, 32, 1}}) {
    const Scene scene = build_scene(figures::wrapped(sizes, "x"), {});
    ASSERT_EQ(scene.swatches.size(), static_cast<std::size_t>(sizes.threads + sizes.values));
    for (int tid = 0; tid < sizes.threads; ++tid) {
      EXPECT_EQ(scene.swatches[static_cast<std::size_t>(tid)].fill, thread_color(tid, sizes.threads));
    }
    for (int i = 0; i < sizes.values; ++i) {
      EXPECT_EQ(scene.swatches[static_cast<std::size_t>(sizes.threads + i)].fill, register_color(i, sizes.values));
    }
    const std::vector<std::string> words = texts(scene, TextRole::Legend);
    EXPECT_EQ(std::ranges::count(words, "tid"), 1);
    EXPECT_EQ(std::ranges::count(words, "x[i]"), 1);
    EXPECT_GE(std::ranges::count(words, std::to_string(sizes.threads - 1)), 1);
    EXPECT_GE(std::ranges::count(words, std::to_string(sizes.values - 1)), 1);
  }
}

TEST(Words, ThemesChangeWordsAndBackgroundButNoFill) {
  const Layout layout = figures::wrapped({16, 16, 32, 16}, "x");
  SceneStyle style;
  style.theme = Theme::Dark;
  const Scene dark = build_scene(layout, style);
  style.theme = Theme::Light;
  const Scene light = build_scene(layout, style);
  EXPECT_NE(dark.background, light.background);
  ASSERT_EQ(dark.cells.size(), light.cells.size());
  for (std::size_t n = 0; n < dark.cells.size(); ++n) ASSERT_EQ(dark.cells[n].fill, light.cells[n].fill);
  style.transparent = true;
  EXPECT_EQ(build_scene(layout, style).background.a, 0);
}

TEST(TextMetrics, WrappedLinesFitAndLoseNothing) {
  const std::string text =
      "probed on NVIDIA H200 (9.0), driver 580.65.06 · averyveryverylongwordthatfitsnowhere ·· end";
  for (const Face face : {Face::Sans, Face::Mono}) {
    for (const float width : {10.0f, 40.0f, 90.0f, 300.0f, 5000.0f}) {
      std::string joined;
      for (const std::string& line : wrap_text(text, face, 11, width)) {
        EXPECT_LE(text_width(line, face, 11), width) << line;
        joined += line;
      }
      const auto without_blanks = [](std::string s) { return std::erase(s, ' '), s; };
      EXPECT_EQ(without_blanks(joined), without_blanks(text));
    }
  }
  EXPECT_EQ(wrap_text("", Face::Sans, 11, 100), std::vector<std::string>{""});
}

TEST(Names, OfAColouringHaveOneSpellingAndReadTheOlderOne) {
  EXPECT_EQ(words_of<ColorBy>().size(), 9u);
  EXPECT_FALSE(parse_word<ColorBy>("the colouring", "in quad"));
  std::vector<std::string_view> in_quad;
  for (const Named<ColorBy>& row : record_words(ColorBy::InQuad))
    if (row.value == ColorBy::InQuad) in_quad.push_back(row.word);
  EXPECT_EQ(in_quad, (std::vector<std::string_view>{"in-quad", "in quad"}));
}

}  // namespace
}  // namespace tcviz
