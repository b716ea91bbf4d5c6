// What stands in the bar and in the title: the subject of the workspace and no other. Keys that lead out of a list.
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/window_title.hpp"
#include "imgui_internal.h"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

constexpr const char* bar = "//##MainMenuBar/##MenuBar/";

class Bar : public Gui {
 protected:
  static bool has(ImGuiTestContext* ctx, const char* item) {
    return ctx->ItemExists((std::string(bar) + item).c_str());
  }
};

TEST_F(Bar, KindAndSourceStandWhereTheyRuleAndNothingElseMoves) {
  run([&](ImGuiTestContext* ctx) {
    for (const ImVec2 size : {ImVec2(800, 600), ImVec2(1280, 720), ImVec2(1900, 900)}) {
      ImGui::GetIO().DisplaySize = size;
      ctx->Yield(3);
      std::optional<ImRect> search;
      for (const WorkspaceRow& row : workspace_rows) {
        SCOPED_TRACE(std::string(row.word));
        act(ctx, ShowWorkspace{row.workspace});
        EXPECT_EQ(has(ctx, "##kind"), row.of_kind);
        EXPECT_EQ(has(ctx, "##source"), row.of_kind);
        const ImRect here = ctx->ItemInfo((std::string(bar) + "##palette").c_str()).RectFull;
        if (!search) search = here;
        EXPECT_EQ(search->Min.x, here.Min.x);
        EXPECT_EQ(search->Max.x, here.Max.x);
      }
    }
  });
}

TEST_F(Bar, TheSourcesOpenByTheirKeyWhereTheyAreNotShown) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ShowWorkspace{Workspace::SharedMemory});
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L);
    ctx->Yield(3);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  });
}

TEST_F(Bar, TheTitleNamesTheSubject) {
  run([&](ImGuiTestContext* ctx) {
    for (const WorkspaceRow& row : workspace_rows) {
      act(ctx, ShowWorkspace{row.workspace});
      const std::string subject = row.of_kind ? "wmma.m16n16k16.acc.f32" : std::string(row.title);
      EXPECT_EQ(title_subject(document()), subject);
    }
    act(ctx, ChooseKind{"wmma.m16n16k16.acc.f16"});
    act(ctx, ShowWorkspace{Workspace::Layout});
    EXPECT_EQ(title_subject(document()), "wmma.m16n16k16.acc.f16");
    act(ctx, XrayAction(OpenXray{"mine.ptx", faulty_kernel()}));
    EXPECT_EQ(title_subject(document()), "mine.ptx");
  });
}

struct ListCase {
  const char* name;
  Workspace in;
  void (*open)(ImGuiTestContext*);
};
constexpr ListCase lists[] = {
    {"sources", Workspace::Layout, [](ImGuiTestContext* ctx) { ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L); }},
    {"sources without their chip", Workspace::Xray,
     [](ImGuiTestContext* ctx) { ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_L); }},
    {"menus", Workspace::Layout, [](ImGuiTestContext* ctx) { ctx->KeyPress(ImGuiKey_F10); }},
    {"kinds", Workspace::Layout, [](ImGuiTestContext* ctx) { ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F); }},
    {"kinds of the right side", Workspace::Compare,
     [](ImGuiTestContext* ctx) { ctx->ItemClick("//###grids/##other_kind"); }},
    {"workspaces", Workspace::Layout,
     [](ImGuiTestContext* ctx) { ctx->ItemClick("//##MainMenuBar/##MenuBar/##workspace"); }},
    {"menu of a cell", Workspace::Layout,
     [](ImGuiTestContext* ctx) {
       const ImRect canvas = ctx->ItemInfo("//###grids/##canvas").RectFull;
       ctx->MouseMoveToPos({canvas.Min.x + canvas.GetWidth() * 0.27F, canvas.GetCenter().y});
       ctx->Yield(3);
       ctx->MouseClick(ImGuiMouseButton_Right);
     }},
};

TEST_F(Bar, KeysOfWorkspacesLeadOutOfEveryOpenList) {
  run([&](ImGuiTestContext* ctx) {
    ImGui::GetIO().DisplaySize = {800, 600};
    for (const ListCase& list : lists)
      for (std::size_t to = 0; to < workspaces; ++to) {
        SCOPED_TRACE(std::string(list.name) + " to " + std::string(workspace_rows[to].word));
        act(ctx, ShowWorkspace{list.in});
        list.open(ctx);
        ctx->Yield(4);
        const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
        EXPECT_TRUE(popup || document().views[ViewId::Kinds].open);
        const int digit = ImGuiKey_1 + static_cast<int>(to);
        const int x = static_cast<int>(ImGuiMod_Shift) | ImGuiKey_X;
        ctx->KeyPress(static_cast<int>(ImGuiMod_Ctrl) | (to < 9 ? digit : x));
        ctx->Yield(4);
        EXPECT_EQ(document().workspace, workspace_rows[to].workspace);
        EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
        EXPECT_FALSE(document().views[ViewId::Kinds].open);
      }
  });
}

// Arrows without a pin: in the grids they pin the first cell; nowhere do they choose another kind, but in its list.
TEST_F(Bar, ArrowsLeaveTheKindAsItIs) {
  int in_grids = 0;
  run([&](ImGuiTestContext* ctx) {
    const std::string kind = document().kind;
    for (const WorkspaceRow& row : workspace_rows)
      for (int panel = 0; panel < 3; ++panel) {
        SCOPED_TRACE(std::string(row.word) + " panel " + std::to_string(panel));
        act(ctx, SetPin{});
        act(ctx, ShowWorkspace{row.workspace});
        for (int n = 0; n < panel; ++n) ctx->KeyPress(ImGuiKey_F6), ctx->Yield(2);
        for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_UpArrow, ImGuiKey_RightArrow, ImGuiKey_LeftArrow,
                                   ImGuiKey_PageDown, ImGuiKey_PageUp, ImGuiKey_Home, ImGuiKey_End}) {
          ctx->KeyPress(key);
          ctx->Yield(2);
          EXPECT_EQ(document().kind, kind) << ImGui::GetKeyName(key);
        }
        const ImGuiWindow* const focused = ImGui::GetCurrentContext()->NavWindow;
        const bool grids = focused != nullptr && focused->RootWindow == ImGui::FindWindowByName("###grids");
        EXPECT_TRUE(!grids || document().pin);
        in_grids += grids;
      }
  });
  EXPECT_GT(in_grids, 0);
}

}  // namespace
}  // namespace tcviz
