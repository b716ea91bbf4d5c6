// Shortcuts as a hand or a script gives them: everything between two frames, in any order of release.
#include <array>
#include <random>

#include "app/session/base/workspaces.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

enum class Release { KeyFirst, ModifierFirst, Held };

void modifier(bool down) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiKey_LeftCtrl, down);
  io.AddKeyEvent(ImGuiMod_Ctrl, down);
}

class QuickKeys : public testing::Test {
 protected:
  QuickKeys() : window_(Headless::make(sources_, {}, 900, 600, 1).value()) { settle(); }

  void settle() {
    window_->session().settle();
    for (int frame = 0; frame < 4; ++frame) draw();
  }
  static void io_shift(bool down) { ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, down); }
  void draw() {
    window_->draw();
    window_->take_in();
  }
  void press_with_ctrl(ImGuiKey key, Release release) {
    ImGuiIO& io = ImGui::GetIO();
    modifier(true);
    io.AddKeyEvent(key, true);
    if (release == Release::Held) draw();
    if (release == Release::ModifierFirst) modifier(false);
    io.AddKeyEvent(key, false);
    if (release != Release::ModifierFirst) modifier(false);
    for (int frame = 0; frame < 4; ++frame) draw();
  }
  const Document& document() const { return window_->session().document(); }

  Sources sources_ = sample_sources();
  std::unique_ptr<Headless> window_;
};

TEST_F(QuickKeys, OfTwoHundredShortcutsNoneIsLost) {
  std::mt19937 random(20261123);
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (int press = 0; press < 200; ++press) {
    const auto place = below(std::size(workspace_rows));
    const auto release = static_cast<Release>(press % 3);
    const bool digit = place < 9;
    if (!digit) io_shift(true);
    press_with_ctrl(digit ? static_cast<ImGuiKey>(ImGuiKey_1 + place) : ImGuiKey_X, release);
    if (!digit) io_shift(false);
    ASSERT_EQ(document().workspace, workspace_rows[place].workspace) << press << " " << static_cast<int>(release);
  }
}

// A Ctrl that comes just after a key is not that key's.
TEST_F(QuickKeys, AKeyBeforeCtrlIsPlain) {
  ImGuiIO& io = ImGui::GetIO();
  for (const bool down : {true, false}) {  // the grids have the ring
    io.AddKeyEvent(ImGuiKey_RightArrow, down);
    draw();
  }
  io.AddKeyEvent(ImGuiKey_2, true);
  modifier(true);
  io.AddKeyEvent(ImGuiKey_2, false);
  modifier(false);
  for (int frame = 0; frame < 4; ++frame) draw();
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_EQ(document().view, ViewMode::Combined);
}

}  // namespace
}  // namespace tcviz
