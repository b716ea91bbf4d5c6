// What is kept between runs, as text and as a file.
#include "app/ui/settings.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "app/ui/headless.hpp"
#include "app/ui/settings_file.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/ui/fakes.hpp"

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
  s.kept.arrangements = {{"mine", "[Window][a]\nPos=1,2\n"}, {"zweite \xc3\xa4", ""}};
  s.kept.arrangement = "mine";
  s.kept.tour_done = true;
  s.panels = "[Window][b]\nPos=3,4\n";
  s.place = WindowPlace{-5, 10, 800, 600, true};
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
                                 R"({"format": "tcviz-window/1", "panels": {"text": "x", "checksum": "0"}})"};
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
    // Dear ImGui's text is whole, or not there, or refused.
    EXPECT_TRUE(!read.ok() || read.value().panels.empty() || read.value().panels == sample().panels) << at;
  }
}

class Settled : public testing::Test {
 protected:
  Settled() : folder_(fs::temp_directory_path() / ("tcviz_settings_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Settled() override { fs::remove_all(folder_); }

  std::unique_ptr<Headless> open() {
    WindowOptions options;
    options.config_folder = folder_;
    auto made = Headless::make(sources_, options, 900, 600, 1);
    EXPECT_TRUE(made.ok()) << made.error().message;
    made.value()->run_idle();
    return std::move(made).value();
  }
  static void act(Headless& window, Action action) {
    window.session().actions().push_back(std::move(action));
    window.run_idle();
  }
  static float kinds_width() { return ImGui::FindWindowByName("Kinds###kinds")->Size.x; }
  static void widen_kinds(Headless& window, float by) {
    const ImGuiWindow* kinds = ImGui::FindWindowByName("Kinds###kinds");
    ImGui::DockBuilderSetNodeSize(kinds->DockId, {kinds->Size.x + by, kinds->Size.y});
    window.pacer().event();
    window.run_idle();
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
    auto first = open();
    act(*first, SetTheme{Theme::Light});
    act(*first, SetUiScale{125});
    act(*first, ToggleFavourite{"wmma.m8n8k4.acc.f64"});
    act(*first, ChooseKind{"wmma.m32n8k16.acc.f32"});
    act(*first, SetViewMode{ViewMode::Combined});
    act(*first, SetPalette{Palette::Vivid});
    widen_kinds(*first, 60);
    width = kinds_width();
  }
  auto second = open();
  const Document& d = second->document();
  EXPECT_EQ(d.theme, Theme::Light);
  EXPECT_EQ(d.ui_percent, 125);
  EXPECT_EQ(d.favourites, std::set<std::string>{"wmma.m8n8k4.acc.f64"});
  EXPECT_EQ(d.recent, std::vector<std::string>{"wmma.m32n8k16.acc.f32"});
  EXPECT_EQ(d.view, ViewMode::Combined);
  EXPECT_EQ(d.palette, Palette::Vivid);
  EXPECT_TRUE(d.undo.empty());
  EXPECT_FLOAT_EQ(kinds_width(), width);
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
    EXPECT_TRUE(ImGui::FindWindowByName("Kinds###kinds")->DockIsActive);
    EXPECT_FALSE(window->document().tour_step.has_value());  // this is nobody's first start
  }
  EXPECT_TRUE(fs::exists(folder_ / "window.json.damaged"));
  EXPECT_TRUE(fs::exists(folder_ / "window.json.2.damaged"));
  EXPECT_TRUE(read_settings(text()).ok());
}

TEST_F(Settled, TheTourIsShownOnce) {
  {
    auto first = open();
    EXPECT_EQ(first->document().tour_step, 0);
  }
  auto second = open();
  EXPECT_FALSE(second->document().tour_step.has_value());
}

TEST_F(Settled, AnArrangementUnderANameComesBack) {
  {
    auto window = open();
    const float standard = kinds_width();
    widen_kinds(*window, 80);
    act(*window, WindowAction(KeepArrangement{{"wide", ImGui::SaveIniSettingsToMemory()}}));
    act(*window, WindowAction(ChooseArrangement{"Explore"}));
    EXPECT_FLOAT_EQ(kinds_width(), standard);
  }
  auto window = open();
  const float before = kinds_width();
  act(*window, WindowAction(ChooseArrangement{"wide"}));
  EXPECT_FLOAT_EQ(kinds_width(), before + 80);
  EXPECT_EQ(window->document().arrangement, "wide");
  act(*window, WindowAction(DropArrangement{"wide"}));
  act(*window, WindowAction(ChooseArrangement{"wide"}));
  EXPECT_EQ(window->document().arrangement, "Explore");
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
