// Words and places typed where no field has the keyboard focus: whole into the search, and nothing of them is a key.
#include <array>
#include <cmath>

#include "app/session/whole/session.hpp"
#include "app/ui/window/command_list.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr std::array typed_words = {"5,9",
                                    "9,6",
                                    "T13 x4",
                                    "t0 x0",
                                    "lane 5",
                                    "m16n8k16",
                                    "m16n16k16",
                                    "wgmma m64n256",
                                    "ldmatrix",
                                    "ldmatrix x4 trans",
                                    "bank conflict",
                                    "acc f32",
                                    "HMMA.16816",
                                    "0,0",
                                    "15,15",
                                    "bf16",
                                    "fp8",
                                    "e4m3",
                                    "s8",
                                    "u4",
                                    "b1",
                                    "tf32",
                                    "f64",
                                    "theme",
                                    "dark",
                                    "light",
                                    "contrast",
                                    "palette",
                                    "print",
                                    "figure",
                                    "formula",
                                    "compare",
                                    "1 2 3 4",
                                    "10,11",
                                    "12,3",
                                    "9",
                                    "5",
                                    "x",
                                    "n",
                                    "xray",
                                    "descriptor",
                                    "swizzle 128b",
                                    "undo",
                                    "redo",
                                    "quit",
                                    "full screen",
                                    "lesson",
                                    "A100",
                                    "H100",
                                    "sm_90",
                                    "sm80",
                                    "compiled",
                                    "cute layout",
                                    "transpose",
                                    "row 3",
                                    "R2",
                                    "5..7,9",
                                    "legend",
                                    "inspector",
                                    "gemm 4096"};

class Words : public testing::Test {
 protected:
  Words() : window_(Headless::make(sources_, {}, 1280, 720, 1).value()) { settle(); }

  const Document& document() const { return window_->document(); }
  void frames(int count) {
    for (int frame = 0; frame < count; ++frame) {
      window_->draw();
      window_->take_in();
    }
  }
  void settle() {
    window_->session().settle();
    frames(6);
  }
  // As a keyboard does it: a key down, what it types, and the key up.
  void type(const char* text, double pause) {
    ImGuiIO& io = ImGui::GetIO();
    const int drawn = static_cast<int>(std::round(pause * 60 / 1000));
    for (; *text != 0; ++text) {
      const bool shift = *text >= 'A' && *text <= 'Z';
      const ImGuiKey key = key_of(*text);
      if (shift) io.AddKeyEvent(ImGuiKey_LeftShift, true), io.AddKeyEvent(ImGuiMod_Shift, true);
      io.AddKeyEvent(key, true);
      io.AddInputCharacter(static_cast<unsigned char>(*text));
      frames(drawn - 1);
      io.AddKeyEvent(key, false);
      if (shift) io.AddKeyEvent(ImGuiKey_LeftShift, false), io.AddKeyEvent(ImGuiMod_Shift, false);
      frames(1);
    }
    frames(6);
  }
  static ImGuiKey key_of(char c) {
    if (c >= 'a' && c <= 'z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'a'));
    if (c >= 'A' && c <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'A'));
    if (c >= '0' && c <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + (c - '0'));
    return c == ' ' ? ImGuiKey_Space : c == ',' ? ImGuiKey_Comma : c == '.' ? ImGuiKey_Period : ImGuiKey_Minus;
  }
  static std::string in_the_field() {
    const ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetActiveID());
    return state == nullptr ? "no field" : std::string(state->TextA.Data, static_cast<std::size_t>(state->TextLen));
  }
  void tap(ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      frames(2);
    }
  }

  Sources sources_ = sample_sources();
  std::unique_ptr<Headless> window_;
};

class WordsAt : public Words, public testing::WithParamInterface<double> {};

TEST_P(WordsAt, EndInTheSearchOfEveryWorkspaceAndNowhereElse) {
  for (const WorkspaceRow& row : workspace_rows) {
    for (const char* const word : typed_words) {
      window_->session().actions().push_back(ShowWorkspace{row.workspace});
      settle();
      if (row.workspace == Workspace::Formula) ImGui::SetWindowFocus("###grids");  // from the editor
      frames(2);
      const Look before = document();
      const ViewStates views = document().views;
      type(word, GetParam());
      const std::string where = std::string(word) + " in " + std::string(row.word);
      ASSERT_TRUE(document().commands_open) << where;
      ASSERT_EQ(in_the_field(), word) << where;
      ASSERT_EQ(document().workspace, row.workspace) << where;
      ASSERT_TRUE(before == document()) << where;
      ASSERT_TRUE(views == document().views) << where;
      tap(ImGuiKey_Escape);
      ASSERT_FALSE(document().commands_open) << where;
    }
  }
}

// Milliseconds from key to key.
INSTANTIATE_TEST_SUITE_P(Speeds, WordsAt, testing::Values(40.0, 100.0, 150.0),
                         [](const auto& each) { return std::to_string(static_cast<int>(each.param)) + "ms"; });

// All events of a word before the first frame of it, as where frames are slow.
TEST_F(Words, OfOneFrameAreOneWord) {
  for (const char* const word : {"5,9", "T13 x4", "m16n8k16", "lane 5"}) {
    ImGuiIO& io = ImGui::GetIO();
    for (const char* c = word; *c != 0; ++c) {
      io.AddKeyEvent(key_of(*c), true);
      io.AddInputCharacter(static_cast<unsigned char>(*c));
      io.AddKeyEvent(key_of(*c), false);
    }
    frames(8);
    EXPECT_EQ(in_the_field(), word);
    tap(ImGuiKey_Escape);
  }
}

// The ring: a press into the grids or F6 gives it, another workspace takes it.
TEST_F(Words, AreKeysWhileTheGridsHaveTheRing) {
  ImGuiIO& io = ImGui::GetIO();
  const auto press = [&] {
    const ImGuiWindow* const grids = ImGui::FindWindowByName("###grids");
    io.AddMousePosEvent(grids->Rect().GetCenter().x, grids->Rect().GetCenter().y);
    frames(2);
    for (const bool down : {true, false}) io.AddMouseButtonEvent(0, down), frames(2);
  };
  press();
  type("2", 100);
  EXPECT_EQ(document().view, ViewMode::Combined);
  type("4", 100);
  EXPECT_EQ(document().view, ViewMode::Threads);
  EXPECT_FALSE(document().commands_open);
  type("5", 100);  // leads to another workspace, where it stays
  EXPECT_EQ(document().workspace, Workspace::Compare);
  type("1", 100);
  EXPECT_EQ(document().view, ViewMode::Grids);
  type("lane 5", 40);  // l is a key, a is none: all of it is a word, and the labels are as before
  EXPECT_EQ(in_the_field(), "lane 5");
  EXPECT_EQ(document().label_by, LabelBy::Automatic);
  tap(ImGuiKey_Escape);
  type("2", 100);
  EXPECT_EQ(in_the_field(), "2");  // the ring has gone with the keys
  tap(ImGuiKey_Escape);
  tap(ImGuiKey_RightArrow);
  type("2", 100);
  EXPECT_EQ(document().view, ViewMode::Combined);
  window_->session().actions().push_back(ShowWorkspace{Workspace::Compare});
  settle();
  type("2", 100);
  EXPECT_EQ(document().workspace, Workspace::Compare);
  EXPECT_EQ(in_the_field(), "2");
}

TEST_F(Words, OfAPlaceBelow0NameNone) {
  for (const char* const text : {"row -3..5", "rows 5..-3", "col -1", "-3..5,9", "5,-3..7"})
    EXPECT_FALSE(place_item(document(), text)) << text;
  EXPECT_TRUE(place_item(document(), "rows 3..5"));
}

// What the list of kinds was searched for last gives way to what is typed.
TEST_F(Words, ReplaceThoseThatAFieldHadWhenItIsOpened) {
  const auto open = [&] {
    window_->session().actions().push_back(FocusSearch{});
    settle();
  };
  open();
  type("acc f64", 40);
  tap(ImGuiKey_Enter);
  EXPECT_EQ(document().kind, "wmma.m8n8k4.acc.f64");
  open();
  type("acc f16", 40);
  EXPECT_EQ(document().search, "acc f16");
  tap(ImGuiKey_Enter);
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f16");
}

}  // namespace
}  // namespace tcviz
