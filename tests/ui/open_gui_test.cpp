// File > Open by keyboard and by mouse.
#include <filesystem>

#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class OpenGui : public Gui {
 protected:
  static void press(ImGuiTestContext* ctx, ImGuiKeyChord chord) {
    ctx->KeyPress(chord);
    ctx->Yield(3);
  }
  static bool is_drawn() {
    const ImGuiWindow* const window = ImGui::FindWindowByName("###open");
    return window != nullptr && window->WasActive;
  }
};

TEST_F(OpenGui, APathIsTypedCompletedAndOpened) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_O);
    EXPECT_TRUE(is_drawn());
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_A);
    ctx->KeyChars((std::string(TCVIZ_LAYOUT_FILES) + "/published_sm_75").c_str());
    ctx->Yield(2);
    press(ctx, ImGuiKey_Tab);
    press(ctx, ImGuiKey_Enter);
    await_frames(ctx, [&] { return document().chosen().info.name == "published_sm_75.json"; });
    ctx->Yield(2);
    EXPECT_FALSE(is_drawn());
    EXPECT_NE(document().layout(), nullptr);
  });
}

TEST_F(OpenGui, TheListLeadsThroughFoldersAndAMistakeStaysOpen) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_O);
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_A);
    const std::filesystem::path assets = std::filesystem::path(TCVIZ_LAYOUT_FILES).parent_path();
    ctx->KeyChars((assets.string() + "/lay").c_str());
    ctx->Yield(2);
    press(ctx, ImGuiKey_Enter);  // into the folder
    ctx->KeyChars("sm_9");
    ctx->Yield(2);
    ctx->KeyChars("x");
    ctx->Yield(2);
    press(ctx, ImGuiKey_Enter);
    await_frames(ctx, [&] { return !document().open_failed.empty(); });
    EXPECT_TRUE(is_drawn());
    press(ctx, ImGuiKey_Backspace);
    press(ctx, ImGuiKey_Enter);
    await_frames(ctx, [&] { return document().chosen().info.name == "sm_90.json"; });
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_O);
    press(ctx, ImGuiKey_Escape);
    EXPECT_FALSE(document().open_file_open);
  });
}

}  // namespace
}  // namespace tcviz
