// Figures of a size: files are as wide as was said, to the last digit that their format has; what they carry draws them
// again; letters that come out too small are told, with what would help.
#include "app/export/figure/paper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/export.hpp"
#include "app/export/figure/preview.hpp"
#include "app/export/ink/png_text.hpp"
#include "tests/export/figures_of.hpp"

namespace tcviz {
namespace {

Figure sized_figure(FigureFormat format, const FigurePaper& paper) {
  Figure figure = figures::samples_of_figures()[0].figure;
  figure.format = format;
  figure.paper = paper;
  return figure;
}

std::string sized(FigureFormat format, const FigurePaper& paper) {
  const Result<std::string> bytes = write_figure(sized_figure(format, paper));
  EXPECT_TRUE(bytes) << bytes.error().message;
  return bytes ? bytes.value() : std::string();
}

std::vector<double> numbers(const std::string& text, const std::string& expression) {
  std::smatch found;
  std::vector<double> numbers;
  if (!std::regex_search(text, found, std::regex(expression))) ADD_FAILURE() << expression;
  for (std::size_t n = 1; n < found.size(); ++n) numbers.push_back(std::stod(found[n]));
  return numbers;
}

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t n = 0; n < 4; ++n) word = word << 8 | static_cast<unsigned char>(bytes[at + n]);
  return word;
}

std::string warning_for(Figure figure) { return size_warning(figure); }

TEST(Paper, AnSvgIsAsWideAsWasSaid) {
  for (const double mm : {85.0, 88.9, 175.0, 33.3}) {
    const std::string svg = sized(FigureFormat::Svg, {mm, 0, 7});
    const std::vector<double> sides =
        numbers(svg, "<svg [^>]*width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\" viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"");
    ASSERT_EQ(sides.size(), 4U);
    EXPECT_EQ(sides[0], mm);
    EXPECT_NEAR(sides[0] / sides[1], sides[2] / sides[3], 1e-3);
  }
}

TEST(Paper, APdfIsAsWideAsWasSaid) {
  for (const double mm : {85.0, 88.9, 175.0, 33.3}) {
    const std::vector<double> box =
        numbers(sized(FigureFormat::Pdf, {mm, 0, 7}), "MediaBox \\[ 0 0 ([0-9.]+) ([0-9.]+) \\]");
    ASSERT_EQ(box.size(), 2U);
    EXPECT_NEAR(box[0], mm / mm_of_inch * points_of_inch, 1e-3);
  }
}

TEST(Paper, ATikzPictureIsAsWideAsWasSaid) {
  for (const double mm : {85.0, 88.9, 175.0, 33.3}) {
    const std::string tex = sized(FigureFormat::Tikz, {mm, 0, 7});
    const double unit = numbers(tex, "\\[x=([0-9.]+)bp,")[0];
    const double width = numbers(tex, "use as bounding box\\] \\(0,0\\) rectangle \\+\\(([0-9.]+),")[0];
    EXPECT_NEAR(unit * width, mm / mm_of_inch * points_of_inch, 1e-3);
  }
}

TEST(Paper, APngHasThePixelsAndSaysHowManyMakeAnInch) {
  const std::string png = sized(FigureFormat::Png, {85, 0, 7, 300});
  EXPECT_EQ(png_sides(png).width, 1004U);
  const std::size_t at = png.find("pHYs");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(word_at(png, at + 4), 11811U);
  EXPECT_EQ(word_at(png, at + 8), 11811U);
  const FigurePaper& slide = paper_presets()[2].paper;
  EXPECT_EQ(png_sides(sized(FigureFormat::Png, slide)), (PngSides{1920, 1080}));
}

TEST(Paper, EveryPresetOfEveryFormatShowsWhatItCarries) {
  for (const PaperPreset& preset : paper_presets()) {
    for (const figures::Sample& sample : figures::samples_of_figures()) {
      for (const FormatRow& row : figure_formats()) {
        if (!row.picture) continue;
        SCOPED_TRACE(std::string(preset.word) + " " + sample.name + " " + std::string(row.word));
        Figure figure = sample.figure;
        figure.format = row.format;
        figure.paper = preset.paper;
        const Result<std::string> bytes = write_figure(figure);
        ASSERT_TRUE(bytes) << bytes.error().message;
        const Status shown = check_shown(bytes.value());
        EXPECT_TRUE(shown) << shown.error().message;
        const Result<std::vector<FigureLayout>> back = figure_in_text(bytes.value());
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(back.value().size(), figure.layouts.size());
      }
    }
  }
}

TEST(Paper, AFigureOfPanelsComesBackInEveryFormat) {
  Figure figure = figures::samples_of_figures()[0].figure;
  figure.layouts.push_back({figures::wrapped({16, 8, 32, 4}, "test.b"), "recorded:sm_90"});
  figure.layouts.push_back({figures::wrapped({8, 8, 32, 4}, "test.copies"), "recorded:sm_90"});
  for (const bool on_paper : {false, true}) {
    for (const FormatRow& row : figure_formats()) {
      SCOPED_TRACE(row.word);
      figure.format = row.format;
      figure.style.panels = true;
      if (on_paper) figure.paper = paper_presets()[1].paper;
      const Result<std::string> bytes = write_figure(figure);
      ASSERT_TRUE(bytes) << bytes.error().message;
      const Result<std::vector<FigureLayout>> back = figure_in_text(bytes.value());
      ASSERT_TRUE(back) << back.error().message;
      ASSERT_EQ(back.value().size(), 3U);
      EXPECT_TRUE(back.value()[2].layout.same_map(figure.layouts[2].layout));
      const Status shown = check_shown(bytes.value());
      EXPECT_TRUE(shown) << shown.error().message;
    }
  }
  figure.format = FigureFormat::Svg;
  figure.layouts.resize(13, figure.layouts[0]);
  EXPECT_EQ(write_figure(figure).error().message, "a figure has at most 12 panels, not 13");
}

TEST(Paper, TheSizeIsCarried) {
  const FigurePaper paper{88.9, 50.25, 6.5, 450, 4};
  const Result<Figure> back =
      parse_carried_figure(carried_json(sized_figure(FigureFormat::Png, paper)), FigureFormat::Png);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back.value().paper, paper);
}

TEST(Paper, LettersThatAreTooSmallAreToldWithARemedy) {
  Figure figure = sized_figure(FigureFormat::Pdf, paper_presets()[0].paper);
  EXPECT_EQ(warning_for(figure), "");
  figure.style.arrangement = Arrangement::SideBySide;
  const std::string warning = warning_for(figure);
  const std::vector<double> said =
      numbers(warning, "^labels are ([0-9.]+) pt at this width: stack the grids, or make it ([0-9.]+) cm wide$");
  ASSERT_EQ(said.size(), 2U) << warning;
  EXPECT_LT(said[0], 5);
  // Each remedy helps, and the width is the least in half centimetres.
  figure.paper->width_mm = 10 * said[1];
  EXPECT_EQ(warning_for(figure), "");
  figure.paper->width_mm -= 5;
  EXPECT_NE(warning_for(figure), "");
  figure.paper->width_mm = 85;
  figure.style.arrangement = Arrangement::Stacked;
  EXPECT_EQ(warning_for(figure), "");
}

TEST(Paper, LettersThatNobodyCanReadInPrintAreToldEvenIfAskedFor) {
  EXPECT_EQ(warning_for(sized_figure(FigureFormat::Svg, {175, 0, 4})),
            "the smallest letters are 4 pt at this width: ask for letters of 5 pt");
}

TEST(Paper, WhatNoWidthHelpsIsSaidSo) {
  Figure figure = figures::warpgroup();
  figure.paper = paper_presets()[1].paper;
  figure.style.view = ViewMode::Threads;
  figure.style.marked = Slot{0, 0};  // wherever it is, it is to be seen: nothing is left out
  EXPECT_NE(warning_for(figure).find("show less in one figure, or leave out the labels"), std::string::npos);
  figure.style.label_by = LabelBy::None;
  EXPECT_EQ(warning_for(figure), "");
}

TEST(Paper, FiguresWithoutASizeAndTablesHaveNoWarning) {
  Figure figure = figures::samples_of_figures()[0].figure;
  EXPECT_EQ(warning_for(figure), "");
  EXPECT_EQ(warning_for(sized_figure(FigureFormat::Csv, {10, 0, 7})), "");
}

TEST(Paper, SizesOutOfRangeAreRefused) {
  const auto refusal = [](const FigurePaper& paper, FigureFormat format = FigureFormat::Svg) {
    const Result<std::string> bytes = write_figure(sized_figure(format, paper));
    return bytes ? std::string() : bytes.error().message;
  };
  EXPECT_EQ(refusal({5, 0, 7}), "a figure is 1 cm to 200 cm wide");
  EXPECT_EQ(refusal({85, 5, 7}), "a figure is 1 cm to 200 cm high");
  EXPECT_EQ(refusal({85, 0, 0.5}), "letters are 1 to 72 pt high");
  EXPECT_EQ(refusal({85, 0, 7, 1}), "a PNG has 20 to 2400 pixels per inch");
  EXPECT_EQ(refusal({85, 0, 7, 300, 1e6}), "a margin is 0 to 200 units wide");
  EXPECT_NE(refusal({2000, 0, 7, 2400}, FigureFormat::Png).find("choose fewer pixels per inch"), std::string::npos);
  EXPECT_EQ(refusal({std::nan(""), 0, 7}), "a figure is 1 cm to 200 cm wide");
}

TEST(Paper, ThePreviewHasTheFiguresProportions) {
  const Result<PreviewPicture> preview =
      preview_of(sized_figure(FigureFormat::Pdf, paper_presets()[2].paper), 640, 640, 4);
  ASSERT_TRUE(preview);
  EXPECT_NEAR(preview.value().units_w / preview.value().units_h, 16.0F / 9, 1e-3F);
}

}  // namespace
}  // namespace tcviz
