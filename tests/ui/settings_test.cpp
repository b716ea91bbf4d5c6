#include "app/ui/settings.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "app/ui/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/ui/fakes.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

TEST(Seal, OnlyWholeTextsComeBack) {
  const std::string text = "[Window][a]\nPos=1,2\n";
  const std::string sealed = seal(text);
  EXPECT_EQ(unseal(sealed), text);
  for (std::size_t at = 0; at < sealed.size(); ++at) {
    std::string damaged = sealed;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(unseal(damaged).has_value()) << at;
    EXPECT_FALSE(unseal(sealed.substr(0, at)).has_value()) << at;
  }
  EXPECT_FALSE(unseal("").has_value());
  EXPECT_FALSE(unseal(text).has_value());  // Dear ImGui's own file
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

  fs::path folder_;
  Sources sources_ = sample_sources();
};

TEST_F(Settled, ThemeScaleAndPanelsComeBack) {
  float width = 0;
  {
    auto first = open();
    first->session().actions().push_back(SetTheme{Theme::Light});
    first->session().actions().push_back(SetUiScale{125});
    first->run_idle();
    const ImGuiWindow* kinds = ImGui::FindWindowByName("Kinds###kinds");
    ImGui::DockBuilderSetNodeSize(kinds->DockId, {kinds->Size.x + 60, kinds->Size.y});
    first->pacer().event();
    first->run_idle();
    width = kinds->Size.x;
  }
  auto second = open();
  EXPECT_EQ(second->document().theme, Theme::Light);
  EXPECT_EQ(second->document().ui_percent, 125);
  EXPECT_FLOAT_EQ(ImGui::FindWindowByName("Kinds###kinds")->Size.x, width);
}

TEST_F(Settled, ADamagedFileIsAsGoodAsNone) {
  { auto first = open(); }
  ASSERT_FALSE(fs::is_empty(folder_));
  const fs::path file = fs::directory_iterator(folder_)->path();
  fs::resize_file(file, fs::file_size(file) / 2);
  auto second = open();
  EXPECT_TRUE(ImGui::FindWindowByName("Kinds###kinds")->DockIsActive);
  EXPECT_EQ(second->document().theme, Theme::Dark);
}

TEST_F(Settled, NothingIsKeptWithoutAFolder) {
  auto made = Headless::make(sources_, {}, 900, 600, 1);
  ASSERT_TRUE(made.ok());
  made.value()->run_idle();
  made.value().reset();
  EXPECT_FALSE(fs::exists(folder_));
}

}  // namespace
}  // namespace tcviz
