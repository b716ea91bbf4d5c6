// Plots of products: what is in them, and that the pictures can be read as such.
#include <expat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/export/plots/gemm_plots.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

std::shared_ptr<const GemmRun> recorded() {
  std::ifstream file(TCVIZ_RESULTS "/gemm_h200.json");
  std::ostringstream text;
  text << file.rdbuf();
  auto report = read_gemm(text.str());
  EXPECT_TRUE(report) << report.error().message;
  return std::make_shared<const GemmRun>(GemmRun{"gemm_h200.json", true, report.value()});
}

bool well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate(nullptr);
  const bool fine = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return fine;
}

TEST(GemmPlot, EveryKernelIsALineOfSevenPoints) {
  const auto run = recorded();
  for (const GemmView view : {GemmView::Speed, GemmView::Residual}) {
    const Plot plot = gemm_plot(view, {&run, 1}, {});
    ASSERT_EQ(plot.series.size(), gemm_kernels().size());
    for (const PlotSeries& series : plot.series) EXPECT_EQ(series.points.size(), 7u) << series.name;
    EXPECT_EQ(plot.lines.size(), view == GemmView::Speed ? 3u : 0u);
    EXPECT_NE(plot.subtitle.find("recorded"), std::string::npos);
    EXPECT_NE(plot.subtitle.find("NVIDIA H200"), std::string::npos);
    EXPECT_NE(plot.subtitle.find("2026-11-22"), std::string::npos);
  }
}

TEST(GemmPlot, AHiddenKernelIsInNoPlotAndNoTable) {
  const auto run = recorded();
  const std::set<std::string> hidden{"staged_wmma"};
  EXPECT_EQ(gemm_plot(GemmView::Speed, {&run, 1}, hidden).series.size(), gemm_kernels().size() - 1);
  EXPECT_EQ(gemm_table_csv(GemmView::Speed, {&run, 1}, hidden).find("staged_wmma"), std::string::npos);
  for (const PlotSeries& series : gemm_plot(GemmView::SpeedUp, {&run, 1}, hidden).series)
    EXPECT_NE(series.key, "staged_wmma");
}

// At 8192 the recorded file has 523,697 GFLOP/s of staged_wmma, 438,911 of staged_threads and 745,468 of cuBLAS.
TEST(GemmPlot, ASpeedUpIsAQuotientOfSpeeds) {
  const auto run = recorded();
  const Plot plot = gemm_plot(GemmView::SpeedUp, {&run, 1}, {});
  EXPECT_EQ(plot.series.size(), speed_ups().size());
  std::vector<double> staged;
  for (const PlotSeries& series : plot.series) {
    if (series.key == "staged_wmma") staged.push_back(series.points.back().y);
    EXPECT_EQ(series.points.size(), 7u) << series.name;  // not those of spread exponents
  }
  ASSERT_EQ(staged.size(), 2u);
  EXPECT_NEAR(staged[0], 523697.0 / 745468, 1e-5);
  EXPECT_NEAR(staged[1], 523697.0 / 438911, 1e-5);
}

std::set<std::string> missed_goals(const GemmReport& report) {
  std::set<std::string> missed;
  for (const GemmGoal& goal : gemm_goals(report)) {
    if (!goal.met) missed.insert(goal.goal);
  }
  return missed;
}

// The recorded run meets them all; the same run with some figures changed by hand does not.
TEST(GemmPlot, GoalsAreHeldAgainstTheRunAsItIs) {
  GemmReport report = recorded()->report;
  EXPECT_EQ(gemm_goals(report).size(), 8u);
  EXPECT_EQ(missed_goals(report), std::set<std::string>{});
  for (GemmRow& row : report.rows) {
    if (row.kernel == "staged_wmma" && row.shape.m == 8192) row.gflops *= 0.8;
    if (row.kernel == "naive_wmma") row.gflops *= 0.9;
    if (row.kernel == "corrected_wmma" && row.shape.m == 4096) row.residual *= 10;
    if (row.kernel == "corrected_skewed" && row.shape.m == 256) row.gflops *= 2;
  }
  EXPECT_EQ(missed_goals(report),
            (std::set<std::string>{"staged_wmma 0.6 of cublas_f16, 8192", "naive_wmma 3 times tiled_cuda_core, 4096",
                                   "corrected_wmma: residual at most twice SGEMM's, 4096",
                                   "corrected_wmma ahead of corrected_skewed at every size"}));
}

TEST(GemmPlot, AnOverlaidRunIsDashedAndNamesItself) {
  auto other = *recorded();
  other.recorded = false;
  other.report.date = "2027-01-01";
  const std::vector<std::shared_ptr<const GemmRun>> runs{recorded(), std::make_shared<const GemmRun>(other)};
  const Plot plot = gemm_plot(GemmView::Speed, runs, {});
  ASSERT_EQ(plot.series.size(), 2 * gemm_kernels().size());
  EXPECT_FALSE(plot.series.front().dashed);
  EXPECT_TRUE(plot.series.back().dashed);
  EXPECT_NE(plot.series.back().name.find("2027-01-01"), std::string::npos);
}

// At 8192 the recorded file has 725,149 GFLOP/s of wgmma and 745,468 of cuBLAS.
TEST(GemmPlot, SpeedsAreTeraflopsAndStandAtTheEnds) {
  const auto run = recorded();
  for (const PlotSeries& series : gemm_plot(GemmView::Speed, {&run, 1}, {}).series) {
    if (series.key != "wgmma") continue;
    EXPECT_NEAR(series.points.back().y, 725.149, 1e-3);
    EXPECT_EQ(series.end, "wgmma  725");
    EXPECT_NE(series.points.back().name.find("725 TFLOP/s"), std::string::npos) << series.points.back().name;
  }
}

TEST(GemmPlot, AgainstCublasTheAxisIsLinearAndTheLibraryIsTheLine) {
  const auto run = recorded();
  const Plot plot = gemm_plot(GemmView::Speed, {&run, 1}, {}, {{}, true});
  EXPECT_EQ(plot.y.base, 0);
  ASSERT_EQ(plot.lines.size(), 1u);
  EXPECT_EQ(plot.lines[0].y, 100);
  EXPECT_EQ(plot.series.size(), gemm_kernels().size() - 3);
  for (const PlotSeries& series : plot.series) {
    if (series.key == "wgmma") {
      EXPECT_NEAR(series.points.back().y, 100 * 725149.0 / 745468, 1e-2);
    }
  }
}

TEST(GemmPlot, WhatIsQuietHasNoEndAndIsThereAllTheSame) {
  const auto run = recorded();
  GemmLook look;
  for (const std::string_view id : gemm_ids()) look.quiet.insert(std::string(id));
  for (const std::string_view id : told_kernels()) look.quiet.erase(std::string(id));
  const Plot plot = gemm_plot(GemmView::Speed, {&run, 1}, {}, look);
  EXPECT_EQ(plot.series.size(), gemm_kernels().size());
  const auto ends = plot_ends(plot, 100);
  EXPECT_EQ(ends.size(), told_kernels().size() + plot.lines.size());
  for (std::size_t n = 1; n < ends.size(); ++n) EXPECT_GE(ends[n - 1].y, ends[n].y);
  EXPECT_EQ(plot_ends(plot, 3).size(), 3u);
}

TEST(GemmPlot, EachKernelIsInOneGroupAndItsHueIsTheGroups) {
  std::array<int, gemm_groups> counts{};
  for (const GemmKernel& kernel : gemm_kernels()) {
    const GemmGroup group = group_of(kernel);
    ++counts[static_cast<std::size_t>(group)];
    const Color c = look_of(kernel.id).color.on_dark;
    if (group == GemmGroup::F16) {
      EXPECT_TRUE(c.b > c.r) << kernel.id;
    }
    if (group == GemmGroup::Corrected) {
      EXPECT_TRUE(c.r > c.b && c.g > c.b) << kernel.id;
    }
    if (group == GemmGroup::Reference) {
      EXPECT_TRUE(c.g < c.r && c.g < c.b) << kernel.id;
    }
  }
  EXPECT_EQ(counts, (std::array<int, gemm_groups>{5, 6, 5}));
}

TEST(PlotEnds, AreMovedApartAndStayInside) {
  std::vector<float> far{10, 40, 90};
  spread_out(far, 16, 0, 100);
  EXPECT_EQ(far, (std::vector<float>{10, 40, 90}));  // nothing is in the way
  std::vector<float> near{50, 50, 51};
  spread_out(near, 16, 0, 200);
  EXPECT_NEAR(near[1], 50.3F, 0.1F);  // around where they would be
  std::vector<float> low{97, 98, 99, 100};
  spread_out(low, 16, 0, 100);
  for (const std::vector<float>& places : {near, low}) {
    for (std::size_t n = 1; n < places.size(); ++n) EXPECT_GE(places[n] - places[n - 1], 15.99F);
  }
  EXPECT_LE(low.back(), 100);
}

TEST(GemmPlot, PicturesAreWellFormed) {
  const auto run = recorded();
  for (const GemmView view : {GemmView::Speed, GemmView::Residual, GemmView::SpeedUp, GemmView::Spread}) {
    const Plot plot = gemm_plot(view, {&run, 1}, {});
    const std::string svg = plot_svg(plot);
    EXPECT_TRUE(well_formed(svg)) << svg.substr(0, 400);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_NE(svg.find("NVIDIA H200"), std::string::npos);
    const auto png = plot_png(plot, 2);
    ASSERT_TRUE(png) << png.error().message;
    EXPECT_EQ(png.value().substr(1, 3), "PNG");
  }
  EXPECT_TRUE(plot_svg(gemm_plot(GemmView::Speed, {}, {})).ends_with("</svg>\n"));
}

TEST(GemmPlot, EveryKernelHasALookOfItsOwn) {
  const auto contrast = [](Color a, Color b) {
    const auto light = [](Color c) {
      const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
      return 0.2126 * part(c.r / 255.0) + 0.7152 * part(c.g / 255.0) + 0.0722 * part(c.b / 255.0);
    };
    const double x = light(a) + 0.05, y = light(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
  };
  const auto ids = gemm_ids();
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const KernelLook look = look_of(ids[n]);
    EXPECT_GE(contrast(look.color.on_dark, {0x1b, 0x1e, 0x24}), 4.5) << ids[n];
    EXPECT_GE(contrast(look.color.on_light, {0xfb, 0xfb, 0xfc}), 4.5) << ids[n];
    for (std::size_t other = 0; other < n; ++other)
      EXPECT_FALSE(look.color.on_dark == look_of(ids[other]).color.on_dark) << ids[n] << " " << ids[other];
  }
}

TEST(PlotScale, TicksLieInsideAndRise) {
  for (const double most : {1e-9, 0.3, 1.0, 7.0, 12345.0}) {
    Plot plot;
    plot.series.push_back({"k", "n", {}, PlotMark::Disc, false, {{1, most / 3, 0, 0, ""}, {2, most, 0, 0, ""}}});
    const PlotScale scale = y_scale(plot);
    EXPECT_LE(scale.least, 0);
    EXPECT_GE(scale.most, most * (1 - 1e-9));
    ASSERT_GE(scale.ticks.size(), 2u);
    EXPECT_LE(scale.ticks.size(), 12u);
    for (std::size_t n = 1; n < scale.ticks.size(); ++n) EXPECT_GT(scale.ticks[n].place, scale.ticks[n - 1].place);
  }
}

}  // namespace
}  // namespace tcviz
