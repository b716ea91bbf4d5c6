// Events as the window system sends them, several between two frames, as where frames are slow.
#include "app/session/formula/formula_judge.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* typed_formula = "((i & 2) << 2) + ((tid & 28) >> 2)";

class Typing : public testing::Test {
 protected:
  Typing() {
    window_ = std::move(Headless::make(sources_, {}, 1100, 700, 1)).value();
    window_->session().settle();
    window_->session().actions().push_back(ShowView{ViewId::Formula});
    window_->run_idle();
  }

  const Document& document() const { return window_->document(); }
  static void tap(ImGuiKey key) {
    for (const bool down : {true, false}) ImGui::GetIO().AddKeyEvent(key, down);
  }
  static void with(ImGuiKey mod, ImGuiKey left, ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(left, true);
    ImGui::GetIO().AddKeyEvent(mod, true);
    tap(key);
    ImGui::GetIO().AddKeyEvent(left, false);
    ImGui::GetIO().AddKeyEvent(mod, false);
  }
  // As a keyboard does it: a letter is a key as well, and what needs Shift comes with it.
  static void type(const char* text) {
    ImGuiIO& io = ImGui::GetIO();
    for (; *text != 0; ++text) {
      const char c = *text;
      const bool shift = std::string_view("(){}+&<>*").find(c) != std::string_view::npos;
      const ImGuiKey key = c >= 'a' && c <= 'z'   ? static_cast<ImGuiKey>(ImGuiKey_A + (c - 'a'))
                           : c >= '0' && c <= '9' ? static_cast<ImGuiKey>(ImGuiKey_0 + (c - '0'))
                           : c == ' '             ? ImGuiKey_Space
                                                  : ImGuiKey_9;
      if (shift) io.AddKeyEvent(ImGuiKey_LeftShift, true), io.AddKeyEvent(ImGuiMod_Shift, true);
      io.AddKeyEvent(key, true);
      io.AddInputCharacter(static_cast<unsigned>(c));
      io.AddKeyEvent(key, false);
      if (shift) io.AddKeyEvent(ImGuiKey_LeftShift, false), io.AddKeyEvent(ImGuiMod_Shift, false);
    }
  }
  void frame() {
    window_->draw();
    window_->take_in();
  }
  // Until every event has been taken in.
  int frames() {
    int count = 0;
    for (; count < 200 && !ImGui::GetCurrentContext()->InputEventsQueue.empty(); ++count) frame();
    frame();
    return count;
  }

  Sources sources_ = sample_sources();
  std::unique_ptr<Headless> window_;
};

TEST_F(Typing, TextOfOnePollIsThereAFrameLater) {
  type(typed_formula);
  frame();
  EXPECT_EQ(document().formula.row, typed_formula);
  ASSERT_TRUE(document().formulae.judged);
  EXPECT_TRUE(document().formulae.judged->repairs.empty());  // nobody waited for them
  frames();
  EXPECT_FALSE(ImGui::GetIO().KeyShift);
  type(" + 1");
  frame();
  EXPECT_EQ(document().formula.row, std::string(typed_formula) + " + 1");
}

TEST_F(Typing, KeysThatEditStayInTheirOrder) {
  type("tidd");
  tap(ImGuiKey_Backspace);
  type(" >> 3");
  tap(ImGuiKey_Backspace);
  type("2");
  tap(ImGuiKey_Home);
  type("(");
  tap(ImGuiKey_End);
  type(")");
  frames();
  EXPECT_EQ(document().formula.row, "(tid >> 2)");
  tap(ImGuiKey_Tab);
  frames();
  type("i");
  frames();
  EXPECT_EQ(document().formula.col, "i");
}

// Shortcuts between letters are shortcuts, and no letter is one.
TEST_F(Typing, ShortcutsBetweenLettersAct) {
  type("tid");
  with(ImGuiMod_Ctrl, ImGuiKey_LeftCtrl, ImGuiKey_A);
  type("1234567890");
  frames();
  EXPECT_EQ(document().formula.row, "1234567890");
  EXPECT_EQ(document().workspace, Workspace::Formula);
  type("i");
  with(ImGuiMod_Ctrl, ImGuiKey_LeftCtrl, ImGuiKey_1);
  frames();
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_EQ(document().formula.row, "1234567890i");
}

TEST_F(Typing, AClickAfterLettersComesAfterThem) {
  type("tid");
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(io.DisplaySize.x - 300, 300);
  io.AddMouseButtonEvent(0, true);
  io.AddMouseButtonEvent(0, false);
  frames();
  EXPECT_EQ(document().formula.row, "tid");
  EXPECT_FALSE(io.MouseDown[0]);
}

// With no field in sight every key counts for itself.
TEST_F(Typing, KeysOfTheGridsAreNotGathered) {
  window_->session().actions().push_back(ShowWorkspace{Workspace::Layout});
  window_->run_idle();
  tap(ImGuiKey_RightArrow);  // the grids have the ring
  frames();
  type("2");
  type("4");
  frames();
  EXPECT_EQ(document().view, ViewMode::Threads);
  type("2");
  frames();
  EXPECT_EQ(document().view, ViewMode::Combined);
}

}  // namespace
}  // namespace tcviz
