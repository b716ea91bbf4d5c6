// The text of a kernel in the window: typed into, saved, and never dropped without a question.
#include <algorithm>

#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "app/ui/window/window_title.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "imgui_internal.h"
#include "tests/render/count_new.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

// A kernel that lies in a file, with the keys in its text.
class XrayTextGui : public Gui {
 protected:
  explicit XrayTextGui(bool patient = true)
      : Gui(sample_sources(), with_xray(), patient), path_((folder_.value().path() / "mine.ptx").string()) {
    static_cast<void>(write_file(path_, sample_kernel()));
    headless_->session().actions().push_back(WindowAction(OpenFile{path_}));
    headless_->run_idle();
  }
  static WindowOptions with_xray() {
    WindowOptions options;
    options.task<XrayWorks>().run_xray = xray_here();
    options.task<XrayWorks>().look_every = std::chrono::milliseconds(5);
    return options;
  }
  const XrayState& state() const { return document().task<XrayState>(); }
  // Gives the keys to the text, and types a comment at its beginning.
  static void type_unchecked(ImGuiTestContext* ctx) {
    ctx->Yield(3);
    const ImVec2 panel = ctx->WindowInfo("//###xray").RectFull.Min;
    ctx->MouseTeleportToPos({panel.x + 160, panel.y + 230});
    ctx->MouseClick();
    ctx->Yield(2);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    ctx->KeyChars("// mine ");
    ctx->Yield(3);
  }
  void type(ImGuiTestContext* ctx) {
    type_unchecked(ctx);
    ASSERT_TRUE(state().is_unsaved());
  }
  std::string on_disk() const { return read_file(path_).value(); }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make();
  std::string path_;
};

TEST_F(XrayTextGui, CtrlSSavesTheTextThatHasTheKeysAndElseDrawsAFigure) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    EXPECT_TRUE(title_has_star(document()));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    await_frames(ctx, [&] { return !state().is_unsaved(); });
    EXPECT_EQ(on_disk(), "// mine " + sample_kernel());
    EXPECT_FALSE(title_has_star(document()));
    EXPECT_FALSE(document().figure_open);
    ctx->KeyChars("again ");
    ctx->Yield(3);
    EXPECT_TRUE(state().source.starts_with("// mine again "));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    await_frames(ctx, [&] { return !state().is_unsaved(); });
    ctx->KeyPress(ImGuiKey_Escape);  // leaves the text
    ctx->Yield(3);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    ctx->Yield(3);
    EXPECT_TRUE(document().figure_open);
  });
}

TEST_F(XrayTextGui, WhatIsTypedIsExecutedByCtrlEnter) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    EXPECT_TRUE(state().source.starts_with("// mine "));
    EXPECT_TRUE(state().is_edited());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    ctx->Yield(3);
    EXPECT_FALSE(state().is_edited());
    EXPECT_TRUE(state().source.starts_with("// mine "));  // Enter was not typed
    ctx->KeyPress(ImGuiKey_Escape);                       // leaves the editor
    ctx->Yield(2);
    EXPECT_EQ(document().workspace, Workspace::Xray);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().product, 1);
  });
}

TEST_F(XrayTextGui, LineEndsOfWindowsStay) {
  const std::string text = "// first\r\n\tret;\r\n";
  run([&](ImGuiTestContext* ctx) {
    act(ctx, XrayAction(OpenXray{"mine.ptx", text, false}));
    type(ctx);
    EXPECT_EQ(state().source, "// mine " + text);
  });
}

// A text that does not come out of the editor as it went in is shown only.
TEST_F(XrayTextGui, ATextThatTheEditorWouldChangeIsNotTypedInto) {
  run([&](ImGuiTestContext* ctx) {
    for (const char* text : {"// \xF0\x9F\x98\x80\nret;\n", "// caf\xE9\nret;\n", "// first\r\nret;\n"}) {
      act(ctx, XrayAction(OpenXray{"mine.ptx", text, false}));
      type_unchecked(ctx);
      EXPECT_EQ(state().source, text);
      EXPECT_NE(words(ctx).find("mine.ptx"), std::string::npos);
    }
    act(ctx, XrayAction(OpenXray{"mine.ptx", "// caf\xC3\xA9\nret;\n", false}));
    type(ctx);
    EXPECT_EQ(state().source, "// mine // caf\xC3\xA9\nret;\n");
  });
}

TEST_F(XrayTextGui, AWorkspacesKeyIsNoAnswer) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    act(ctx, Quit{});
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_1);
    ctx->Yield(4);
    EXPECT_EQ(document().workspace, Workspace::Xray);
    EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
    act(ctx, Quit{});  // as the button of the window does once more
    EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  });
}

// The file of that name is there: the second Enter asks as the first did.
TEST_F(XrayTextGui, EnterReplacesNoFile) {
  const std::string other = (folder_.value().path() / "other.ptx").string();
  ASSERT_TRUE(write_file(other, "// theirs").ok());
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    act(ctx, XrayAction(SaveXray{true}));
    ctx->KeyChars(other.c_str());
    for (int times = 0; times < 3; ++times) {
      ctx->KeyPress(ImGuiKey_Enter);
      ctx->Yield(4);
    }
    EXPECT_TRUE(state().disk.is_there);
    EXPECT_EQ(read_file(other).value(), "// theirs");
    ctx->ItemClick("//###xray_save/###save");
    await_frames(ctx, [&] { return state().name == "other.ptx"; });
  });
  EXPECT_EQ(read_file(other).value(), "// mine " + sample_kernel());
}

// The rows of the menu that nobody would see the effect of are grey, and say why.
TEST_F(XrayTextGui, MenuRowsAreAboutTheTextThatIsShown) {
  const auto row = std::ranges::find(menu_rows(), "Run the text", &MenuRow::name);
  ASSERT_NE(row, menu_rows().end());
  EXPECT_TRUE(can(*row, document()));
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ShowWorkspace{Workspace::Layout});
    ctx->MenuAction(ImGuiTestAction_Hover, "//##MainMenuBar/###tcviz/File/Kernel/Run the text");
    ctx->SleepNoSkip(1, 0.1F);
    EXPECT_NE(tip(), nullptr);
  });
  EXPECT_FALSE(can(*row, document()));
  EXPECT_FALSE(can(*row, Document{}));
}

// With frames while the file is being written.
class XrayFramesGui : public XrayTextGui {
 protected:
  XrayFramesGui() : XrayTextGui(false) {}
};

TEST_F(XrayFramesGui, SavingAnswersTheQuestion) {
  run([&](ImGuiTestContext* ctx) {
    await_frames(ctx, [&] { return state().run != nullptr; });
    type(ctx);
    act(ctx, Quit{});
    ctx->ItemClick("//###xray_save/###save");
    await_frames(ctx, [&] { return document().quit; });
    EXPECT_EQ(on_disk(), "// mine " + sample_kernel());
  });
}

TEST_F(XrayTextGui, AQuestionComesBeforeTheTextIsDropped) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Q);
    ctx->Yield(4);
    EXPECT_FALSE(document().quit);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    EXPECT_FALSE(state().disk.asks);
    EXPECT_EQ(document().workspace, Workspace::Xray);
    act(ctx, XrayAction(OpenXray{"other.ptx", faulty_kernel(), false}));
    ctx->Yield(4);
    EXPECT_EQ(state().name, "mine.ptx");
    ctx->ItemClick("//###xray_save/###save");
    await_frames(ctx, [&] { return state().name == "other.ptx"; });
    EXPECT_EQ(on_disk(), "// mine " + sample_kernel());
    ctx->Yield(4);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    type(ctx);
    act(ctx, Quit{});
    ctx->Yield(4);
    ctx->ItemClick("//###xray_save/Discard");
    ctx->Yield(2);
    EXPECT_TRUE(document().quit);
  });
}

TEST_F(XrayTextGui, AnotherNameIsTypedForIt) {
  const std::string other = (folder_.value().path() / "other.ptx").string();
  run([&](ImGuiTestContext* ctx) {
    type(ctx);
    ctx->KeyPress(static_cast<int>(ImGuiMod_Ctrl) | static_cast<int>(ImGuiMod_Shift) | ImGuiKey_S);
    ctx->Yield(4);
    ctx->KeyChars(other.c_str());
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    await_frames(ctx, [&] { return state().name == "other.ptx"; });
    EXPECT_FALSE(state().disk.asks);
  });
  EXPECT_EQ(read_file(other).value(), "// mine " + sample_kernel());
  EXPECT_EQ(on_disk(), sample_kernel());
}

TEST_F(XrayTextGui, TheFileIsFollowedOrItIsAskedWhichTextCounts) {
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ASSERT_TRUE(write_file(path_, faulty_kernel()).ok());
    await_frames(ctx, [&] { return state().source == faulty_kernel(); });
    type(ctx);
    ASSERT_TRUE(write_file(path_, sample_kernel()).ok());
    await_frames(ctx, [&] { return state().disk.other.has_value(); });
    ctx->Yield(2);
    ctx->ItemClick("//###xray/Reload from disk");
    ctx->Yield(3);
    EXPECT_EQ(state().source, sample_kernel());
    EXPECT_FALSE(state().is_unsaved());
  });
}

TEST_F(XrayTextGui, AWatchedFileAllocatesNothingWhileNothingMoves) {
  for (int frame = 0; frame < 5; ++frame) headless_->draw();
  const long before = allocations_here();
  for (int frame = 0; frame < 50; ++frame) headless_->draw();
  EXPECT_EQ(allocations_here(), before);
}

}  // namespace
}  // namespace tcviz
