// The panel of products without a window: actions, files and runs on a GPU that the test plays.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <unistd.h>

#include "app/session/products/products_jobs.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

class Products : public testing::Test {
 protected:
  Products() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ifstream file(TCVIZ_RESULTS "/gemm_h200.json");
    std::ostringstream text;
    text << file.rdbuf();
    recorded_ = text.str();
  }
  ~Products() override { fs::remove_all(folder_); }

  void open(ProductsWork work = {}, bool gpu = false, const std::string& file = {}) {
    sources_ = sample_sources();
    if (gpu)
      sources_.add(std::make_unique<FakeGpu>(
          "cuda:0", std::vector<std::string>{"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.b.f16.row"}));
    WindowOptions options;
    options.source = "recorded:sm_90";
    options.config_folder = folder_;
    options.products_file = file;
    options.task<ProductsWorks>().recorded_products = {{"gemm_h200.json", recorded_}};
    options.task<ProductsWorks>().run_products = std::move(work);
    auto made = Session::make(sources_, options, [] {});
    ASSERT_TRUE(made.ok()) << made.error().message;
    session_ = std::move(made).value();
    session_->settle();
  }
  void act(const ProductsAction& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  void show() {
    session_->actions().push_back(ShowView{ViewId::Products});
    session_->settle();
  }
  const ProductsState& state() const { return session_->document().task<ProductsState>(); }
  static std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // Tests run side by side.
  fs::path folder_ = fs::temp_directory_path() / ("tcviz_products_" + std::to_string(getpid()));
  std::string recorded_;
  Sources sources_;
  std::unique_ptr<Session> session_;
};

TEST_F(Products, AFileNamedAtTheStartIsOpenInFront) {
  fs::create_directories(folder_);
  const std::string file = (folder_ / "mine.json").string();
  std::ofstream(file) << recorded_;
  open({}, false, file);
  ASSERT_EQ(state().runs.size(), 2u);
  EXPECT_EQ(state().runs.front().run->name, "mine.json");
  EXPECT_NE(state().news.find("Opened"), std::string::npos) << state().news;
}

TEST_F(Products, RecordedResultsAreThereAndMarked) {
  open();
  EXPECT_TRUE(state().runs.empty());  // read when products are first turned to
  show();
  ASSERT_EQ(state().runs.size(), 1u);
  EXPECT_TRUE(state().runs[0].run->recorded);
  EXPECT_EQ(state().runs[0].run->report.device, "NVIDIA H200");
}

TEST_F(Products, AFileIsOpenedAndADamagedOneRefused) {
  open();
  std::ofstream(folder_ / "mine.json") << recorded_;
  act(OpenProducts{(folder_ / "mine.json").string()});
  ASSERT_EQ(state().runs.size(), 2u);
  EXPECT_EQ(session_->document().workspace, Workspace::Products);
  EXPECT_EQ(state().chosen, 0u);
  EXPECT_FALSE(state().runs[0].run->recorded);
  EXPECT_EQ(state().runs[0].run->name, "mine.json");
  std::ofstream(folder_ / "half.json") << recorded_.substr(0, recorded_.size() / 2);
  act(OpenProducts{(folder_ / "half.json").string()});
  EXPECT_EQ(state().runs.size(), 2u);
  EXPECT_TRUE(state().failed);
  EXPECT_NE(state().news.find("half.json"), std::string::npos) << state().news;
  act(OpenProducts{(folder_ / "none.json").string()});
  EXPECT_TRUE(state().failed);
}

TEST_F(Products, WhatIsShownIsSavedAsTheSuffixSays) {
  open();
  for (const char* name : {"plot.svg", "plot.png", "plot.csv"}) {
    act(SaveProducts{(folder_ / name).string()});
    EXPECT_FALSE(state().failed) << state().news;
    EXPECT_GT(fs::file_size(folder_ / name), 1000u);
  }
  EXPECT_EQ(read(folder_ / "plot.csv").substr(0, 7), "kernel,");
  EXPECT_NE(read(folder_ / "plot.svg").find("recorded"), std::string::npos);
  act(SetProductsPage{ProductsPage::SpeedUp});
  act(SaveProducts{(folder_ / "ratio.csv").string()});
  EXPECT_EQ(read(folder_ / "ratio.csv").substr(0, 11), "over,under,");
  act(SaveProducts{(folder_ / "plot.gif").string()});
  EXPECT_TRUE(state().failed);
  EXPECT_FALSE(fs::exists(folder_ / "plot.gif"));
}

TEST_F(Products, ARunIsKeptAndThereAgainTheNextTime) {
  GemmRequest seen;
  const ProductsWork work = [&](const GemmRequest& request, const GemmProgress& progress) -> Result<GemmReport> {
    seen = request;
    EXPECT_TRUE(progress("naive_wmma 128x128x128", 0, 2));
    GemmReport report{"A GPU", "1.2", "13.0", "2026-11-22", 1000, 10, 100, 50, 10, {}, {}};
    report.rows.push_back({"naive_wmma", {128, 128, 128}, "", 1, 1, 1, 4.2, 1e-4, 1e-3, 0});
    report.rows.push_back({"cublas_f16", {128, 128, 128}, "no libcublas", 0, 0, 0, 0, -1, -1, 0});
    return report;
  };
  open(work, true);
  for (std::size_t n = 0; n < gemm_groups; ++n) act(ShowGroup{static_cast<GemmGroup>(n), false});
  act(ToggleKernel{"naive_wmma"});  // the only one in colour: it is run
  act(SetProductsSizes{"128, 100x200x300", 0});
  act(RunProducts{});
  EXPECT_FALSE(state().busy());
  ASSERT_EQ(state().runs.size(), 2u) << state().news;
  EXPECT_EQ(state().runs[0].run->report.device, "A GPU");
  EXPECT_EQ(seen.shapes, (std::vector<GemmShape>{{128, 128, 128}, {100, 200, 300}}));
  ASSERT_EQ(seen.kernels.size(), 1u);
  EXPECT_FALSE(seen.formulae.a_row.empty());
  EXPECT_NE(state().news.find("1 of 2 products ran"), std::string::npos) << state().news;
  session_.reset();
  open(work, true);
  show();
  ASSERT_EQ(state().runs.size(), 2u);
  EXPECT_EQ(state().runs[0].run->report.rows[1].error, "no libcublas");
}

TEST_F(Products, ARunCanBeStopped) {
  Gate gate;
  open(
      [&](const GemmRequest&, const GemmProgress& progress) -> Result<GemmReport> {
        gate.wait();
        if (!progress("staged_wmma", 1, 7)) return negative("stopped");
        return GemmReport{};
      },
      true);
  session_->actions().push_back(AskGpu{});
  session_->settle();
  session_->actions().push_back(ProductsAction(RunProducts{}));
  session_->update();
  EXPECT_TRUE(state().busy());
  session_->actions().push_back(ProductsAction(StopProducts{}));
  session_->update();
  gate.open();
  session_->settle();
  EXPECT_FALSE(state().busy());
  EXPECT_EQ(state().news, "stopped");
  EXPECT_EQ(state().runs.size(), 1u);
}

TEST_F(Products, WithoutAGpuARunSaysSo) {
  open();
  act(RunProducts{});
  EXPECT_FALSE(state().busy());
  EXPECT_TRUE(state().failed);
  EXPECT_NE(state().news.find("no GPU"), std::string::npos);
}

TEST_F(Products, RunsLieOverTheChosenOne) {
  open();
  std::ofstream(folder_ / "mine.json") << recorded_;
  act(OpenProducts{(folder_ / "mine.json").string()});
  EXPECT_EQ(state().shown_runs().size(), 1u);
  act(OverlayProductsRun{1, true});
  ASSERT_EQ(state().shown_runs().size(), 2u);
  EXPECT_FALSE(state().shown_runs()[0]->recorded);
  act(ChooseProductsRun{1});
  EXPECT_TRUE(state().shown_runs()[0]->recorded);
  act(ChooseProductsRun{9});
  act(OverlayProductsRun{9, true});
  EXPECT_EQ(state().chosen, 1u);
}

TEST_F(Products, PhasesGoRoundAndPlacesStayInside) {
  open();
  act(SetTiles{"naive_wmma", 90, {40, 40, 50}});
  act(StepPhase{-1});
  EXPECT_EQ(state().tiles.phase, 3);  // 50 is four steps of 16
  act(StepPhase{1});
  EXPECT_EQ(state().tiles.phase, 0);
  act(SetPhase{99});
  EXPECT_EQ(state().tiles.phase, 3);
  act(PickTile{{2, 2, 0, 0}});
  EXPECT_EQ(state().tiles.place, (TilePlace{2, 2, 0, 0}));
  for (const TilePlace& outside :
       {TilePlace{3, 0, 0, 0}, TilePlace{0, -1, 0, 0}, TilePlace{0, 0, 1, 0}, TilePlace{0, 0, 0, 1}}) {
    act(PickTile{outside});
    EXPECT_EQ(state().tiles.place, (TilePlace{2, 2, 0, 0}));
  }
  for (const SetTiles& wrong : {SetTiles{"cublas_f16", 90, {64, 64, 64}}, SetTiles{"naive_wmma", 90, {0, 1, 1}},
                                SetTiles{"x", 90, {1, 1, 1}}}) {
    act(wrong);
    EXPECT_EQ(state().tiles.shape, (GemmShape{40, 40, 50}));
  }
}

TEST_F(Products, PlayingGoesOnByItself) {
  open();
  act(ShowProductsPage{ProductsPage::Tiles});
  act(PlayPhases{true});
  const int before = state().tiles.phase;
  EXPECT_TRUE(await([&] {
    session_->update();
    return state().tiles.phase != before;
  }));
}

}  // namespace
}  // namespace tcviz
