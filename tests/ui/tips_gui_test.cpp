// Tooltips: none lies on what its item has just opened, and none comes from below an open dialog.
#include "app/session/whole/session.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class Tips : public Gui {
 protected:
  // Rests at places all over the window, but not over the dialog. Returns their number.
  static int expect_no_tip(ImGuiTestContext* ctx, const ImGuiWindow& dialog) {
    int below = 0;
    for (float y = 12; y < ImGui::GetIO().DisplaySize.y; y += 125)
      for (float x = 30; x < ImGui::GetIO().DisplaySize.x; x += 117) {
        if (dialog.Rect().Contains({x, y})) continue;
        ctx->MouseTeleportToPos({x, y});
        ctx->SleepNoSkip(0.4F, 1.0F / 30);
        ++below;
        EXPECT_EQ(tip(), nullptr) << dialog.Name << " at " << x << ", " << y;
      }
    return below;
  }
  static void rest(ImGuiTestContext* ctx) { ctx->SleepNoSkip(0.8F, 1.0F / 30); }
};

TEST_F(Tips, ATabExplainsWhatItOpensUntilItHasOpenedIt) {
  run([&](ImGuiTestContext* ctx) {
    ImGui::GetIO().DisplaySize = {1700, 900};
    ctx->Yield(3);
    for (const WorkspaceRow& row : workspace_rows) {
      SCOPED_TRACE(std::string(row.word));
      const std::string tab = "//##MainMenuBar/##MenuBar/" + std::string(row.word) + "/##tab";
      ctx->MouseMove(tab.c_str());
      rest(ctx);
      EXPECT_NE(tip(), nullptr);
      ctx->MouseClick();
      rest(ctx);
      EXPECT_EQ(document().workspace, row.workspace);
      EXPECT_EQ(tip(), nullptr);
      ctx->MouseMove("//##MainMenuBar/##MenuBar/##palette");
      ctx->MouseMove(tab.c_str());
      rest(ctx);
      EXPECT_NE(tip(), nullptr);  // it has come back
    }
  });
}

struct DialogCase {
  const char* window;
  Action open, close;
};

TEST_F(Tips, NoneComesFromBelowADialog) {
  const DialogCase dialogs[] = {
      {"###palette", ShowCommands{true}, ShowCommands{false}},
      {"###help", ShowHelp{true}, ShowHelp{false}},
      {"###about", ShowAbout{true}, ShowAbout{false}},
      {"###figure", ShowFigure{true}, ShowFigure{false}},
      {"###open", WindowAction(ShowOpenFile{true}), WindowAction(ShowOpenFile{false})},
      {"Kinds###kinds", ShowView{ViewId::Kinds}, ShowView{ViewId::Kinds, false}},
  };
  int below = 0;
  for (const Workspace workspace : {Workspace::Layout, Workspace::Compare, Workspace::SharedMemory, Workspace::Maxas})
    for (const DialogCase& dialog : dialogs)
      run([&](ImGuiTestContext* ctx) {
        act(ctx, ShowWorkspace{workspace});
        act(ctx, dialog.open);
        const ImGuiWindow* window =
            nullptr;  // a workspace without a figure, or with another dialog for it, has its own
        for (const char* const name : {dialog.window, "###no_figure", "###smem_figure"})
          if (const ImGuiWindow* const one = ImGui::FindWindowByName(name); one != nullptr && one->Active) window = one;
        ASSERT_NE(window, nullptr) << dialog.window;
        const int places = expect_no_tip(ctx, *window);
        EXPECT_GT(places, 0) << dialog.window;
        below += places;
        act(ctx, dialog.close);
      });
  EXPECT_GT(below, 500);
}

// The same places have tooltips when nothing is open: the test above would see them.
TEST_F(Tips, AreThereWithoutADialog) {
  run([&](ImGuiTestContext* ctx) {
    int seen = 0;
    for (float y = 12; y < ImGui::GetIO().DisplaySize.y; y += 125)
      for (float x = 30; x < ImGui::GetIO().DisplaySize.x; x += 117) {
        ctx->MouseTeleportToPos({x, y});
        ctx->SleepNoSkip(0.4F, 1.0F / 30);
        seen += tip() != nullptr;
      }
    EXPECT_GT(seen, 8);
  });
}

}  // namespace
}  // namespace tcviz
