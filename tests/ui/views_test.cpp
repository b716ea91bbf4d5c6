// Every row of the table of views opens by its key, its menu, its command and a capture, and is then on screen.
#include "app/session/whole/views.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "app/session/whole/session.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/ui/window/panel_rows.hpp"
#include "app/ui/window/window.hpp"
#include "imgui_internal.h"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {

// GoogleTest finds it by the type's namespace.
static void PrintTo(const ViewRow& row, std::ostream* out) { *out << row.word; }

namespace {

std::vector<ViewRow> rows_with_commands() {
  std::vector<ViewRow> rows;
  std::copy_if(std::begin(view_rows), std::end(view_rows), std::back_inserter(rows),
               [](const ViewRow& row) { return !row.title.empty(); });
  return rows;
}

std::string word_of(const testing::TestParamInfo<ViewRow>& info) {
  std::string word(info.param.word);
  std::replace(word.begin(), word.end(), '-', '_');  // GoogleTest takes no other
  return word;
}

class EveryView : public Gui, public testing::WithParamInterface<ViewRow> {
 protected:
  // Another one is shown before.
  EveryView() {
    const bool first = GetParam().mode == ViewMode::Grids;
    headless_->session().actions().push_back(SetViewMode{first ? ViewMode::Combined : ViewMode::Grids});
    headless_->run_idle();
  }

  static void expect_in_front() {
    const auto panel = std::find_if(panel_rows().begin(), panel_rows().end(),
                                    [](const PanelRow& row) { return row.view == GetParam().view; });
    ASSERT_NE(panel, panel_rows().end());
    const ImGuiWindow* const window = ImGui::FindWindowByName(panel->window);
    ASSERT_NE(window, nullptr);
    EXPECT_TRUE(window->WasActive && !window->Hidden);
    const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
    const bool asks_for_keys = !GetParam().mode;
    EXPECT_TRUE(!asks_for_keys || (focused != nullptr && focused->RootWindow == window));
  }
  void expect_open() const { EXPECT_TRUE(is_open(document(), GetParam())); }
};

TEST_P(EveryView, ByItsKey) {
  if (GetParam().key == 0) GTEST_SKIP() << "it has none";
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(static_cast<ImGuiKey>(ImGuiKey_0 + (GetParam().key - '0')));
    ctx->Yield(4);
    expect_in_front();
  });
  expect_open();
}

TEST_P(EveryView, ByItsKeyFromAnotherWorkspace) {
  if (GetParam().key == 0) GTEST_SKIP() << "it has none";
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_9);
    ctx->Yield(4);
    ASSERT_EQ(document().workspace, Workspace::Maxas);
    ctx->KeyPress(static_cast<ImGuiKey>(ImGuiKey_0 + (GetParam().key - '0')));
    ctx->Yield(4);
    expect_in_front();
  });
  expect_open();
  EXPECT_EQ(document().workspace, GetParam().workspace);
}

TEST_P(EveryView, ByItsMenu) {
  run([&](ImGuiTestContext* ctx) {
    ctx->SetRef("##MainMenuBar");
    const ViewRow& row = GetParam();
    const bool whole = row.workspace && !row.mode && row.view != ViewId::Architectures;  // it goes by its workspace
    const std::string group = row.mode ? "Grids/" : whole ? "Workspace/" : "";
    const bool help = GetParam().view == ViewId::Start;
    const std::string menu = GetParam().workspace ? "###tcviz/View/" : help ? "###tcviz/Help/" : "###tcviz/Panels/";
    ctx->MenuClick((menu + group + std::string(GetParam().title)).c_str());
    ctx->Yield(4);
    expect_in_front();
  });
  expect_open();
}

TEST_P(EveryView, ByItsCommand) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
    ctx->Yield(3);
    ctx->KeyCharsAppend(std::string(GetParam().title).c_str());
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    expect_in_front();
  });
  expect_open();
}

// Ctrl+S draws the view itself, or says why it cannot; the menu's row is grey then.
TEST_P(EveryView, HasAFigureOfItsOwnOrSaysWhyNot) {
  if (!GetParam().workspace) GTEST_SKIP() << "it is a side panel";
  headless_->session().actions().push_back(ShowView{GetParam().view, true});
  if (GetParam().mode) headless_->session().actions().push_back(SetViewMode{*GetParam().mode});
  headless_->run_idle();
  headless_->session().actions().push_back(ShowFigure{true});
  const std::map<ViewId, const char*> own = {{ViewId::SharedMemory, "###smem_figure"},
                                             {ViewId::Xray, "###xray_figure"}};
  const auto special = own.find(GetParam().view);
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(4);
    const auto shown = [](const char* name) {
      const ImGuiWindow* const window = ImGui::FindWindowByName(name);
      return window != nullptr && window->WasActive && !window->Hidden;
    };
    EXPECT_EQ(shown("###no_figure"), !GetParam().no_figure.empty());
    EXPECT_EQ(shown("###figure"), GetParam().no_figure.empty() && special == own.end());
    EXPECT_TRUE(special == own.end() || shown(special->second));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
  });
  EXPECT_FALSE(document().figure_open);
  EXPECT_EQ(why_no_figure(document()), GetParam().no_figure);
}

INSTANTIATE_TEST_SUITE_P(Views, EveryView, testing::ValuesIn(rows_with_commands()), word_of);

std::string captured(const std::string& show, ViewMode view, CaptureOptions options = {}) {
  Sources sources = sample_sources();
  options.width = 800, options.height = 500;
  options.show = show;
  options.view = view;
  const Result<std::string> picture = capture_window(sources, options);
  EXPECT_TRUE(picture.ok()) << picture.error().message;
  return picture.ok() ? picture.value() : "";
}

// Every word of --show and every mode of --view has a picture of its own, and none is that of a window without either.
TEST(Capture, EveryWordAndEveryModeHasAPictureOfItsOwn) {
  constexpr ViewMode other = ViewMode::Threads;
  std::map<std::string, std::string> seen{{captured("", other), "nothing"}};
  const auto expect_new = [&](const std::string& word, const std::string& picture) {
    const auto [at, fresh] = seen.emplace(picture, word);
    EXPECT_TRUE(fresh) << word << " looks like " << at->second;
  };
  for (const ViewRow& row : rows_with_commands())
    if (row.mode && row.mode != other) expect_new(std::string(row.word), captured("", *row.mode));
  for (const std::string_view word : capture_extras()) {
    if (word == "xray-banks") continue;         // needs a kernel, as below
    if (word != "layout" && word != "compare")  // which have the picture of a mode
      expect_new(std::string(word), captured(std::string(word), other));
  }
}

TEST(Capture, BanksOfAKernelAreAnotherPageOfIt) {
  const auto path = std::filesystem::temp_directory_path() / ("tcviz_views_" + std::to_string(getpid()) + ".ptx");
  std::ofstream(path) << copying_kernel();
  CaptureOptions options;
  options.window.kernel_file = path.string();
  options.window.task<XrayWorks>().run_xray = xray_here();
  EXPECT_TRUE(captured("xray", ViewMode::Grids, options) != captured("xray-banks", ViewMode::Grids, options));
  EXPECT_TRUE(captured("xray", ViewMode::Grids) == captured("xray-banks", ViewMode::Grids));
  std::filesystem::remove(path);
}

TEST(Capture, WorkspacesOfModesAreOpened) {
  EXPECT_TRUE(captured("layout", ViewMode::Comparison) != captured("", ViewMode::Comparison));
  EXPECT_TRUE(captured("compare", ViewMode::Threads) != captured("", ViewMode::Threads));
}

TEST(Capture, NamesEveryViewOnceUnlessItIsAMode) {
  const auto words = capture_extras();
  for (const ViewRow& row : rows_with_commands())
    EXPECT_EQ(std::count(words.begin(), words.end(), row.word), row.mode ? 0 : 1) << row.word;
}

TEST(ViewRows, KeysAndWordsAreEachTheirOwnAndEveryViewHasOnePanel) {
  std::set<std::string_view> words;
  std::set<char> keys;
  for (const ViewRow& row : view_rows) {
    EXPECT_TRUE(words.insert(row.word).second) << row.word;
    EXPECT_TRUE(row.key == 0 || keys.insert(row.key).second) << row.word;
    const auto same = [&](const PanelRow& panel) { return panel.view == row.view; };
    EXPECT_EQ(std::count_if(panel_rows().begin(), panel_rows().end(), same), 1) << row.word;
  }
}

}  // namespace
}  // namespace tcviz
