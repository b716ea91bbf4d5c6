// The document's view as a figure, its file's name, and saving beside the window: no window.
#include "app/session/whole/figure_of.hpp"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "app/session/whole/action.hpp"
#include "app/session/whole/file_threads.hpp"
#include "gtest/gtest.h"
#include "tests/export/one_layout.hpp"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* figure_of_acc = "wmma.m16n16k16.acc.f32";

SourceState answered(const char* name, const std::vector<std::string>& kinds) {
  SourceState state;
  state.info = {name, SourceClass::Recorded, ""};
  state.stage = Stage::Answered;
  state.kinds = kinds;
  auto answers = std::make_shared<Answers>();
  for (const std::string& kind : kinds) answers->results.push_back({kind, sample_layout(kind, sample_provenance())});
  state.answers = std::move(answers);
  return state;
}

Document document() {
  Document d;
  d.kinds = make_entries(catalogue(), {});
  d.sources.push_back(
      answered("recorded:sm_90", {figure_of_acc, "wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.col"}));
  d.sources.push_back(answered("published:sm_70", {figure_of_acc}));
  d.kind = figure_of_acc;
  return d;
}

TEST(FigureOf, HoldsTheLayoutsOfTheViewWithTheirSources) {
  Document d = document();
  EXPECT_EQ(figure_of(d).value().layouts[0].source, "recorded:sm_90");
  d.view = ViewMode::Product;
  const Figure product = figure_of(d).value();
  ASSERT_EQ(product.layouts.size(), 3u);
  EXPECT_EQ(product.layouts[0].layout.kind(), "wmma.m16n16k16.a.f16.row");
  EXPECT_EQ(product.layouts[2].layout.kind(), figure_of_acc);
  EXPECT_TRUE(write_figure(product));
  d.view = ViewMode::Comparison;
  d.other_source = 1;
  const Figure comparison = figure_of(d).value();
  ASSERT_EQ(comparison.layouts.size(), 2u);
  EXPECT_EQ(comparison.layouts[1].source, "published:sm_70");
  EXPECT_EQ(comparison.style.side_names[1], "published:sm_70");
}

TEST(FigureOf, HasAPanelForEachFurtherKind) {
  Document d = document();
  d.figure.also = " wmma.m16n16k16.b.f16.col, wmma.m16n16k16.a.f16.row,";
  const Figure figure = figure_of(d).value();
  ASSERT_EQ(figure.layouts.size(), 3u);
  EXPECT_EQ(figure.layouts[1].layout.kind(), "wmma.m16n16k16.b.f16.col");
  EXPECT_EQ(figure.layouts[2].source, "recorded:sm_90");
  EXPECT_TRUE(figure.style.panels);
  EXPECT_TRUE(write_figure(figure));
  d.figure.also = "wmma.m16n16k16.a.f16.rwo";
  const std::string message = figure_of(d).error().message;
  EXPECT_TRUE(message.starts_with("Further kinds: 'wmma.m16n16k16.a.f16.rwo' is neither a kind nor a file."))
      << message;
  EXPECT_NE(message.find("wmma.m16n16k16.a.f16.row"), std::string::npos) << message;
  d.figure.also = "HMMA.16816.F32.D";  // any name that means one kind
  EXPECT_EQ(figure_of(d).error().message, "Further kinds: no layout of mma.m16n8k16.acc.f32 is known here.");
  d.figure.also = "mma.m16n8k16.a.bf16";
  EXPECT_EQ(figure_of(d).error().message, "Further kinds: no layout of mma.m16n8k16.a.bf16 is known here.");
  d.view = ViewMode::Product;  // a view of three kinds has no others
  EXPECT_EQ(figure_of(d).value().layouts.size(), 3u);
}

TEST(FigureOf, TakesColoursFilterAndPin) {
  Document d = document();
  d.color_by = ColorBy::Expression;
  d.expression = "tid % 3";
  d.filter = "0-7";
  d.pin = Pick{{9, 6}, {7, 2}};
  const Figure figure = figure_of(d).value();
  EXPECT_EQ(figure.style.value({7, 0}, {0, 0}), 1);
  EXPECT_EQ(figure.style.threads.size(), 32u);
  EXPECT_EQ(figure.style.marked, (Slot{7, 2}));
  d.figure.marks = false;
  EXPECT_FALSE(figure_of(d).value().style.marked);
}

TEST(FigureOf, SaysWhatIsWrong) {
  Document d = document();
  d.filter = "0-99";
  EXPECT_NE(figure_of(d).error().message.find("no thread 99"), std::string::npos);
  d.filter = "";
  d.color_by = ColorBy::Expression;
  d.expression = "tid +";
  EXPECT_NE(figure_of(d).error().message.find("expression"), std::string::npos);
  d.kind = "wmma.m8n8k4.acc.f64";
  EXPECT_NE(figure_of(d).error().message.find("choose a source"), std::string::npos);
}

TEST(FigureOf, NamesItsFile) {
  Document d = document();
  EXPECT_EQ(figure_path(d), "wmma.m16n16k16.acc.f32.svg");
  d.view = ViewMode::Product;
  d.figure.format = FigureFormat::Tikz;
  EXPECT_EQ(figure_path(d), "wmma.m16n16k16.acc.f32.product.tex");
  d.figure.path = "out/figure";
  EXPECT_EQ(figure_path(d), "out/figure.tex");
  d.figure.path = "out/figure.tikz";
  EXPECT_EQ(figure_path(d), "out/figure.tikz");
}

TEST(FigureActions, OpeningTakesOverTheViewsPaletteAndLabels) {
  Document d = document();
  d.palette = Palette::Print;
  d.label_by = LabelBy::Slot;
  d.figure_news = "old";
  apply_action(d, ShowFigure{true});
  EXPECT_TRUE(d.figure_open);
  EXPECT_EQ(d.figure.palette, Palette::Print);
  EXPECT_EQ(d.figure.label_by, LabelBy::Slot);
  EXPECT_EQ(d.figure_news, "");
  FigureChoice choice = d.figure;
  choice.palette = Palette::Vivid;
  choice.cell = 1e9F;
  choice.png_scale = -1;
  apply_action(d, SetFigure{choice});
  apply_action(d, ShowFigure{true});  // already open: keeps what was chosen
  EXPECT_EQ(d.figure.palette, Palette::Vivid);
  EXPECT_EQ(d.palette, Palette::Print);
  EXPECT_EQ(d.figure.cell, most_figure_cell);
  EXPECT_EQ(d.figure.png_scale, least_figure_scale);
}

// Through the settings of one run into the next: the dialog opens as it was left.
TEST(FigureActions, ChoicesOutliveTheWindow) {
  Document before = document();
  FigureChoice choice;
  choice.format = FigureFormat::Tikz;
  choice.legend = false;
  apply_action(before, SetFigure{choice});
  const Result<Settings> kept = read_settings(write_settings({kept_of(before), {}, {}}));
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  Document after = document();
  apply_action(after, WindowAction(Restore{kept.value().kept, false}));
  apply_action(after, ShowFigure{true});
  EXPECT_EQ(after.figure.format, FigureFormat::Tikz);
  EXPECT_FALSE(after.figure.legend);
}

TEST(FigureSaver, WritesTheFileAndSaysWhere) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tcviz-saver-" + std::to_string(getpid()) + ".svg");
  std::atomic<int> woken = 0;
  FigureSaver saver([&] { ++woken; });
  EXPECT_TRUE(saver.take_news().empty());
  saver.start({[figure = figure_of(document()).value()] { return write_figure(figure); }, path.string()});
  EXPECT_TRUE(saver.wait(std::chrono::minutes(1)));
  EXPECT_EQ(woken, 1);
  const auto news = saver.take_news();
  ASSERT_EQ(news.size(), 1u);
  const auto& good = *news.front().as<TellFigure>();
  EXPECT_FALSE(good.failed) << good.text;
  EXPECT_NE(good.text.find(path.string()), std::string::npos);
  EXPECT_TRUE(saver.take_news().empty());
  const auto back = figure_in_file(path);
  ASSERT_TRUE(back);
  EXPECT_EQ(back.value()[0].source, "recorded:sm_90");
  std::filesystem::remove(path);
  saver.start({[figure = figure_of(document()).value()] { return write_figure(figure); }, "/nowhere/at/all.svg"});
  EXPECT_TRUE(saver.wait(std::chrono::minutes(1)));
  const auto after = saver.take_news();
  ASSERT_EQ(after.size(), 1u);
  const auto& bad = *after.front().as<TellFigure>();
  EXPECT_TRUE(bad.failed);
  EXPECT_NE(bad.text.find("/nowhere/at/all.svg"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
