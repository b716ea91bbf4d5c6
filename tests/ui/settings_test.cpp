// What is kept between runs, as text and as a file.
#include "app/session/whole/settings.hpp"
#include "app/session/formula/formula_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/session/products/products_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/xray/xray_action.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "app/session/whole/link.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/settings_keeper.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

Settings sample() {
  Settings s;
  s.kept.theme = Theme::Contrast;
  s.kept.ui_percent = 125;
  s.kept.view = ViewMode::Product;
  s.kept.color_by = ColorBy::Expression;
  s.kept.label_by = LabelBy::None;
  s.kept.palette = Palette::Print;
  s.kept.favourites = {"wmma.m16n16k16.acc.f32", "a \"quoted\" id"};
  s.kept.recent = {"wmma.m8n8k4.acc.f64"};
  s.kept.tour_done = true;
  s.kept.inspector = false;
  s.kept.inspector_asked = true;
  FigureChoice& figure = s.kept.figures["wmma.m16n16k16.acc.f32"];
  figure.format = FigureFormat::Tikz;
  figure.paper = FigurePaper{175, 0, 8, 600, 3};
  figure.label_by = LabelBy::Slot;
  figure.arrangement = Arrangement::Stacked;
  figure.legend = false;
  figure.title_text = "Who holds what";
  s.kept.side[Workspace::Layout] = 0.25F;
  s.kept.at.workspace = Workspace::Operations;
  s.kept.at.kind = "wmma.m16n16k16.acc.f32";
  s.kept.at.source = "recorded:sm_90";
  s.kept.at.other_kind = "wmma.m8n8k4.acc.f64";
  s.kept.at.other_source = "zweite \xc3\xa4";
  s.kept.at.other_found = true;
  s.kept.drafts["wmma.m8n8k4.acc.f64"] = {false, "tid >> 2", "", ""};
  s.kept.at.threads = "0-7";
  s.kept.at.expression = "row * 2";
  s.kept.at.formula = {true, "tid", "i", "row = tid;\ncol = i;"};
  s.kept.at.slot = Slot{7, 2};
  s.kept.at.element = {9, 6};
  s.kept.at.layout = 1;
  s.place = WindowPlace{-5, 10, 800, 600, true};
  s.link = "{\"a\": [1]}";
  return s;
}

TEST(SettingsText, ComesBackWhole) {
  const Result<Settings> back = read_settings(write_settings(sample()));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value(), sample());
  EXPECT_EQ(read_settings(write_settings({})).value(), Settings{});
}

TEST(SettingsText, WhatAnotherVersionWroteIsPassedOver) {
  const Result<Settings> read =
      read_settings(R"({"format": "tcviz-window/1", "theme": "sepia", "ui_percent": 7000, "novelty": [1]})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().kept.theme, Theme::Dark);
}

TEST(SettingsText, DamageIsNamedAndNeverTrusted) {
  const char* const damaged[] = {"",
                                 "{",
                                 "[]",
                                 "null",
                                 R"({"format": "tcviz-window/2"})",
                                 R"({"format": "tcviz-window/1", "ui_percent": "big"})",
                                 R"({"format": "tcviz-window/1", "favourites": {"a": 1}})",
                                 R"({"format": "tcviz-window/1", "at": {"pin": [1, 2]}})",
                                 R"({"format": "tcviz-window/1", "at": {"kind": 3}})",
                                 R"({"format": "tcviz-window/1", "side": {"layout": "wide"}})"};
  for (const char* text : damaged) {
    const Result<Settings> read = read_settings(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_FALSE(read.error().message.empty());
  }
  const std::string whole = write_settings(sample());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    EXPECT_FALSE(read_settings(whole.substr(0, at)).ok() && at + 1 < whole.size()) << at;
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    const Result<Settings> read = read_settings(flipped);
    if (!read.ok()) continue;
    for (const float share : read.value().kept.side.all)
      EXPECT_TRUE(share == 0 || (share >= least_side && share <= most_side)) << at;
  }
}

class Settled : public testing::Test {
 protected:
  Settled() : folder_(fs::temp_directory_path() / ("tcviz_settings_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Settled() override { fs::remove_all(folder_); }

  std::unique_ptr<Headless> open(int width = 900, WindowOptions options = {}) {
    options.config_folder = folder_;
    options.task<XrayWorks>().run_xray = xray_here();
    auto made = Headless::make(sources_, options, width, 600, 1);
    EXPECT_TRUE(made.ok()) << made.error().message;
    made.value()->run_idle();
    return std::move(made).value();
  }
  // When all that is computed beside the window has come, and no tooltip or caret is in it.
  static std::string picture(Headless& window) {
    window.session().settle();
    ImGui::SetWindowFocus(nullptr);  // the subject takes the keys, and no field has a caret
    ImGui::GetIO().DeltaTime = 3;    // what the status bar says of a change is gone
    for (int frame = 0; frame < 4; ++frame) window.draw();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    return encode_png(window.pixels()).value();
  }
  static void act(Headless& window, Action action) {
    window.session().actions().push_back(std::move(action));
    window.run_idle();
  }
  static float inspector_width() { return ImGui::FindWindowByName("Inspector###inspector")->Size.x; }
  // Without printing what they are: kept for whoever looks, if they differ.
  static bool same_picture(const std::string& got, const std::string& wanted) {
    if (got == wanted) return true;
    // Of this test alone: others run beside it.
    const fs::path folder =
        fs::path(TCVIZ_DRAWN_FOLDER) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(folder);
    std::ofstream(folder / "settled_got.png", std::ios::binary) << got;
    std::ofstream(folder / "settled_wanted.png", std::ios::binary) << wanted;
    return compare_pictures(folder / "settled_wanted.png", folder / "settled_got.png",
                            folder / "settled.difference.png")
        .alike();
  }
  std::string text() const {
    std::ifstream file(folder_ / "window.json");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  fs::path folder_;
  Sources sources_ = sample_sources();
};

TEST_F(Settled, AllOfItComesBack) {
  float width = 0;
  {
    auto first = open(1200);
    act(*first, ShowView{ViewId::Start, false});
    act(*first, SetTheme{Theme::Light});
    act(*first, SetUiScale{90});
    act(*first, ToggleFavourite{"wmma.m8n8k4.acc.f64"});
    act(*first, ChooseKind{"wmma.m32n8k16.acc.f32"});
    act(*first, SetViewMode{ViewMode::Combined});
    act(*first, SetPalette{Palette::Vivid});
    act(*first, ShowView{ViewId::Inspector});
    act(*first, SetSide{0.31F});
    width = inspector_width();
  }
  auto second = open(1200);
  const Document& d = second->document();
  EXPECT_EQ(d.theme, Theme::Light);
  EXPECT_EQ(d.ui_percent, 90);
  EXPECT_EQ(d.favourites, std::set<std::string>{"wmma.m8n8k4.acc.f64"});
  EXPECT_EQ(d.recent, std::vector<std::string>{"wmma.m32n8k16.acc.f32"});
  EXPECT_EQ(d.kind, "wmma.m32n8k16.acc.f32");
  EXPECT_EQ(d.view, ViewMode::Combined);
  EXPECT_EQ(d.palette, Palette::Vivid);
  EXPECT_TRUE(d.undo.empty());
  EXPECT_FLOAT_EQ(inspector_width(), width);
}

// Whatever is done last: the next window begins where this one ended, to the pixel.
TEST_F(Settled, WhatWasOnScreenComesBack) {
  const Pick pin{{9, 6}, {7, 2}};
  const std::vector<std::vector<Action>> sessions = {
      {SetPin{pin}, FormulaAction(SetFormula{{false, "tid >> 3", "i", ""}})},
      {ShowWorkspace{Workspace::Formula}},
      {ChooseKind{"wmma.m16n16k16.a.f16.row"}, SetFilter{"0-3"}, SetColorBy{ColorBy::Expression}, SetExpression{"tid"}},
      {ShowWorkspace{Workspace::Compare}, StepDifference{1}},
      {SetViewMode{ViewMode::Product}, SetPin{Pick{pin.element, pin.slot, 2}}},
      {ShowWorkspace{Workspace::Tiles}},
      {ShowWorkspace{Workspace::Operations}},
      {ShowWorkspace{Workspace::Maxas}, MaxasAction(SetMaxasThread{9})},
      {SetCamera{{false, 3, {0.25F, 0.75F}}}, SetBand{Band{{1, 2}, {4, 5}}}},
      {ShowWorkspace{Workspace::Compare}, CompareWith{1, "wmma.m32n8k16.acc.f32"}, SetOnlyDifferences{true}},
      {ChooseSource{1}, SetViewMode{ViewMode::Threads}}};
  for (const std::vector<Action>& actions : sessions) {
    fs::remove_all(folder_);
    std::string before;
    {
      auto first = open(1200);
      act(*first, ShowView{ViewId::Start, false});
      for (const Action& action : actions) act(*first, action);
      before = picture(*first);
    }
    auto second = open(1200);
    ASSERT_TRUE(same_picture(picture(*second), before)) << actions.size() << " " << text();
  }
}

// Copied from one window and opened by another: the same picture.
TEST_F(Settled, ALinkShowsTheSameInEveryWorkspace) {
  const Pick pin{{9, 6}, {7, 2}};
  const std::vector<std::vector<Action>> views = {
      {SetPin{pin}, SetColorBy{ColorBy::Quad}, SetTheme{Theme::Light}},
      {ShowWorkspace{Workspace::Compare}, CompareWith{1, "wmma.m32n8k16.acc.f32"}},
      {ShowView{ViewId::Architectures}},
      {ShowWorkspace{Workspace::Formula},
       FormulaAction(SetFormula{{true, "", "", "row = tid / 4;\ncol = i;  // it's"}})},
      {ShowWorkspace{Workspace::Operations}, OperationsAction(ChooseOperation{"softmax"}),
       OperationsAction(SetStep{StepBy::Thread, 9})},
      {ProductsAction(ShowProductsPage{ProductsPage::Residual}), ProductsAction(ToggleKernel{"naive_wmma"})},
      {ShowWorkspace{Workspace::Tiles}, ProductsAction(SetTiles{"naive_wmma", 80, {64, 96, 32}}),
       ProductsAction(StepPhase{1})},
      {ShowWorkspace{Workspace::Maxas}, MaxasAction(SetMaxasKernel{sgemm128}), MaxasAction(SetMaxasThread{37}),
       MaxasAction(SetMaxasStep{{MaxasStage::OtherLines, 6, 34}})},
      {SmemAction(SetSmemPage{SmemPage::Image}),
       SmemAction(SetSmemImage{{Swizzle::B64, Major::MN, 16, 64, 32, {}, {}, 0, 512}}),
       SmemAction(SetSmemColor{SmemColor::Row}), SmemAction(ChooseSmem{Element{9, 3}})},
      {SmemAction(SetSmemPage{SmemPage::Descriptor}),
       SmemAction(SetSmemDescriptor{{DescriptorForm::Sm100, 0x4000404000010040, 77, 2, true, false, Major::K, 64}})},
      {SmemAction(SetSmemPage{SmemPage::Banks}), SmemAction(SetSmemAccess{{"ld64", false, "lane * 72", "0", "0", 64}})},
      {SmemAction(SetSmemPage{SmemPage::Journey}), SmemAction(SetSmemJourney{{0, {'B', 12, 37}, {512, 2048, 64}, 3}})},
      {XrayAction(OpenXray{"mine.ptx", faulty_kernel()}), XrayAction(ChooseXrayProduct{7}),
       XrayAction(DeclareXray{true})}};
  for (const std::vector<Action>& actions : views) {
    auto first = open(1200);
    act(*first, ShowView{ViewId::Start, false});
    for (const Action& action : actions) act(*first, action);
    const std::string before = picture(*first), text = write_link(link_of(first->document()));
    first.reset();
    fs::remove_all(folder_);
    const Result<Link> link = read_link(text);
    ASSERT_TRUE(link.ok()) << text;
    WindowOptions options;
    options.link = link.value();
    auto second = open(1200, options);
    ASSERT_TRUE(same_picture(picture(*second), before)) << text;
    EXPECT_EQ(write_link(link_of(second->document())), text);
  }
}

TEST(LinkText, WhatIsNoneIsRefused) {
  for (const char* text : {"", "{", "[]", R"({"format": "tcviz-link/2"})", R"({"format": "tcviz-link/1", "tiles": 3})",
                           R"({"format": "tcviz-link/1", "at": {"pin": "x"}})"})
    EXPECT_FALSE(read_link(text).ok()) << text;
  EXPECT_TRUE(read_link(R"({"format": "tcviz-link/1", "maxas": {"entries": 99, "order": -4, "thread": 1e6}})").ok());
}

TEST_F(Settled, ARightSideThatWasFoundIsNoneThatWasChosen) {
  {
    auto first = open();
    act(*first, ShowWorkspace{Workspace::Compare});
    ASSERT_TRUE(first->document().other_found);
  }
  {
    auto second = open();
    EXPECT_TRUE(second->document().other_found);
    act(*second, CompareWith{1, ""});
  }
  EXPECT_FALSE(open()->document().other_found);
}

TEST_F(Settled, WhatTheCommandLineNamesIsShownInstead) {
  {
    auto first = open();
    act(*first, ChooseKind{"wmma.m8n8k4.acc.f64"});
    act(*first, ShowWorkspace{Workspace::Maxas});
  }
  WindowOptions asked;
  asked.kind = "wmma.m16n16k16.acc.f16";
  EXPECT_EQ(open(900, asked)->document().kind, "wmma.m16n16k16.acc.f16");
  WindowOptions fresh;
  fresh.fresh = true;
  EXPECT_EQ(open(900, fresh)->document().workspace, Workspace::Layout);
}

TEST_F(Settled, IsWrittenWhenTheWindowRestsAndOnlyThen) {
  auto window = open();
  window->rest();
  const std::string before = text();
  EXPECT_FALSE(before.empty());
  const auto written = fs::last_write_time(folder_ / "window.json");
  window->rest();
  EXPECT_EQ(fs::last_write_time(folder_ / "window.json"), written);  // nothing has changed
  act(*window, SetTheme{Theme::Contrast});
  EXPECT_EQ(text(), before);
  window->rest();
  EXPECT_NE(text().find("contrast"), std::string::npos);
}

TEST_F(Settled, ADamagedFileIsSetAsideAndSaid) {
  { auto first = open(); }
  const fs::path file = folder_ / "window.json";
  for (int time = 0; time < 2; ++time) {
    fs::resize_file(file, fs::file_size(file) / 2);
    auto window = open();
    ASSERT_EQ(window->document().problems.size(), 1U);
    EXPECT_NE(window->document().problems[0].find(".damaged"), std::string::npos) << window->document().problems[0];
    EXPECT_FALSE(window->document().tour_step.has_value());  // this is nobody's first start
  }
  EXPECT_TRUE(fs::exists(folder_ / "window.json.damaged"));
  EXPECT_TRUE(fs::exists(folder_ / "window.json.2.damaged"));
  EXPECT_TRUE(read_settings(text()).ok());
}

TEST_F(Settled, TheFirstStepsComeByThemselvesUntilTheyAreClosed) {
  {
    auto first = open();
    EXPECT_TRUE(first->document().views[ViewId::Start].open);
    act(*first, ShowView{ViewId::Start, false});
  }
  auto second = open();
  EXPECT_FALSE(second->document().views[ViewId::Start].open);
}

// Both write all the time; whoever reads finds a whole file, always.
TEST_F(Settled, TwoWindowsDoNoHarm) {
  std::atomic<bool> over = false;
  const auto write = [&](int percent) {
    SettingsFile file(folder_);
    Settings settings = sample();
    for (int turn = 0; turn < 60; ++turn) {
      settings.kept.ui_percent = percent + turn % 2;
      EXPECT_TRUE(file.save(settings).ok());
    }
  };
  std::thread reader([&] {
    while (!over) {
      std::error_code none;
      EXPECT_TRUE(!fs::exists(folder_ / "window.json", none) || read_settings(text()).ok());
    }
  });
  std::thread one(write, 100), other(write, 200);
  one.join();
  other.join();
  over = true;
  reader.join();
  EXPECT_TRUE(read_settings(text()).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);  // nothing is left over
}

TEST_F(Settled, AFolderThatCannotBeWrittenIsSaidOnce) {
  std::ofstream(folder_.string()) << "a file where the folder should be";
  SettingsFile file(folder_);
  const Result<bool> first = file.save(sample());
  ASSERT_FALSE(first.ok());
  EXPECT_NE(first.error().message.find("not kept"), std::string::npos);
  EXPECT_TRUE(file.save(sample()).ok());
}

TEST_F(Settled, NothingIsKeptWithoutAFolder) {
  auto made = Headless::make(sources_, {}, 900, 600, 1);
  ASSERT_TRUE(made.ok());
  made.value()->run_idle();
  EXPECT_FALSE(made.value()->document().tour_step.has_value());
  made.value().reset();
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace tcviz
