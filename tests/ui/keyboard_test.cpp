// The whole window without the mouse.
#include "app/session/formula/formula_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class Keyboard : public Gui {
 protected:
  static std::string panel_with_keys() {
    const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
    return window != nullptr ? window->RootWindow->Name : "";
  }
  static void press(ImGuiTestContext* ctx, ImGuiKeyChord chord, int times = 1) {
    for (int t = 0; t < times; ++t) {
      ctx->KeyPress(chord);
      ctx->Yield(2);
    }
  }
};

// Down until the item of the open menu has the keys.
void walk_to(ImGuiTestContext* ctx, const char* item) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  for (int tries = 0; tries < 12; ++tries) {
    if (g.NavWindow != nullptr && g.NavId == g.NavWindow->GetID(item)) return;
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(2);
  }
  ADD_FAILURE() << item << " is out of reach";
}

TEST_F(Keyboard, F6GoesAroundThePanels) {
  run([&](ImGuiTestContext* ctx) {
    EXPECT_EQ(panel_with_keys(), "Grids###grids");  // from the start
    headless_->session().actions().push_back(ShowView{ViewId::Inspector});
    ctx->Yield(3);
    press(ctx, ImGuiKey_F6);
    EXPECT_EQ(panel_with_keys(), "Grids###grids");
    press(ctx, ImGuiKey_F6);
    EXPECT_EQ(panel_with_keys(), "Inspector###inspector");
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_3);
    EXPECT_EQ(panel_with_keys(), "Formula###formula");
    press(ctx, ImGuiKey_F6);
    EXPECT_EQ(panel_with_keys(), "Grids###grids");
    press(ctx, ImGuiMod_Shift | ImGuiKey_F6);
    EXPECT_EQ(panel_with_keys(), "Formula###formula");
  });
}

TEST_F(Keyboard, TheListOpensClosesAndWalks) {
  run([&](ImGuiTestContext* ctx) {
    open_kinds(ctx);
    press(ctx, ImGuiKey_DownArrow);
    EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.s32");
    press(ctx, ImGuiKey_DownArrow, 2);  // over the heading of the next shape
    EXPECT_EQ(document().kind, "wmma.m32n8k16.a.f16.row");
    press(ctx, ImGuiKey_LeftArrow);  // to the heading
    press(ctx, ImGuiKey_LeftArrow);  // which closes
    EXPECT_TRUE(document().closed.contains("wmma.m32n8k16"));
    press(ctx, ImGuiKey_RightArrow);
    EXPECT_TRUE(document().closed.empty());
    press(ctx, ImGuiKey_LeftArrow);
    EXPECT_TRUE(document().closed.contains("wmma.m32n8k16"));
    press(ctx, ImGuiKey_Enter);
    EXPECT_TRUE(document().closed.empty());
    press(ctx, ImGuiKey_End);
    EXPECT_EQ(document().kind, document().kinds.back().id);
    press(ctx, ImGuiKey_Home);  // the first row is a heading
    press(ctx, ImGuiKey_PageDown);
    EXPECT_NE(document().kind, document().kinds.back().id);
  });
}

TEST_F(Keyboard, SearchWalksAndChooses) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_F);
    ctx->KeyChars("acc f64");
    ctx->Yield(2);
    press(ctx, ImGuiKey_Enter);
    EXPECT_EQ(document().kind, "wmma.m8n8k4.acc.f64");
    EXPECT_FALSE(document().views[ViewId::Kinds].open);
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_F);
    press(ctx, ImGuiKey_Escape);
    EXPECT_EQ(document().search, "");
    ctx->KeyChars("s8");
    ctx->Yield(2);
    press(ctx, ImGuiKey_DownArrow, 2);
    EXPECT_NE(document().kind.find(".s8."), std::string::npos) << document().kind;
    EXPECT_EQ(document().search, "s8");
  });
}

TEST_F(Keyboard, GridsPinAndWalk) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiMod_Ctrl | ImGuiKey_F);  // the keys go elsewhere, and come back
    press(ctx, ImGuiKey_Escape, 2);
    EXPECT_EQ(panel_with_keys(), "Grids###grids");
    headless_->session().actions().push_back(MovePin{});
    ctx->Yield(2);
    press(ctx, ImGuiKey_RightArrow, 2);
    press(ctx, ImGuiKey_DownArrow);
    EXPECT_EQ(document().pin->element, (Element{1, 2}));
    press(ctx, ImGuiKey_Escape);
    EXPECT_FALSE(document().pin.has_value());
  });
}

// Where the pointer finds a cell, from the middle of the grids to the left.
bool point_at_a_cell(ImGuiTestContext* ctx, const Document& document) {
  const ImRect grids = ImGui::FindWindowByName("Grids###grids")->Rect();
  for (float share = 0.5F; share > 0.1F && !document.hover; share -= 0.05F) {
    ctx->MouseMoveToPos({grids.Min.x + share * grids.GetWidth(), grids.GetCenter().y});
    ctx->Yield(2);
  }
  return document.hover.has_value();
}

TEST_F(Keyboard, EscapeClosesTheMenuOfACellAndNoMore) {
  run([&](ImGuiTestContext* ctx) {
    headless_->session().actions().push_back(SetPin{Pick{{9, 6}, {7, 2}}});
    ctx->Yield(2);
    ASSERT_TRUE(point_at_a_cell(ctx, document()));
    ctx->MouseClick(ImGuiMouseButton_Right);
    ctx->Yield(2);
    ASSERT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    press(ctx, ImGuiKey_Escape);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    EXPECT_TRUE(document().pin.has_value());
    // Where the answer is hidden, no menu tells it.
    headless_->session().actions().push_back(FormulaAction(HideAnswer{}));
    ctx->Yield(2);
    ctx->MouseClick(ImGuiMouseButton_Right);
    ctx->Yield(2);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  });
}

TEST_F(Keyboard, MenusOpenAndAct) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiKey_F10);
    ctx->Yield(3);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    walk_to(ctx, "View");
    press(ctx, ImGuiKey_RightArrow);
    walk_to(ctx, "Colour by");
    press(ctx, ImGuiKey_RightArrow);  // its submenu
    walk_to(ctx, "Thread");
    press(ctx, ImGuiKey_Enter);
    EXPECT_EQ(document().color_by, ColorBy::Thread);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    ctx->Yield(3);
    EXPECT_EQ(panel_with_keys(), "Grids###grids");
    press(ctx, ImGuiKey_F10);
    ctx->Yield(3);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    press(ctx, ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    EXPECT_EQ(panel_with_keys(), "Grids###grids");
  });
}

TEST_F(Keyboard, TheTourIsWalkedAndLeft) {
  headless_->session().actions().push_back(SetTour{0});
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(4);
    press(ctx, ImGuiKey_Enter);
    EXPECT_EQ(document().tour_step, 1);
    press(ctx, ImGuiKey_Space);
    EXPECT_EQ(document().tour_step, 2);
    press(ctx, ImGuiKey_Escape);
    EXPECT_FALSE(document().tour_step.has_value());
  });
}

// Every row of the menus by the palette, typed by its whole name: it does what the row does, with no mouse at all.
TEST_F(Keyboard, EveryCommandIsReachedByTyping) {
  run([&](ImGuiTestContext* ctx) {
    for (const MenuRow& row : menu_rows()) {
      const bool can = row.can == nullptr || row.can(document());
      const bool leaves = row.name == "Quit";
      if (!can || leaves) continue;
      Document expected = document();
      expected.commands_open = false;
      apply_action(expected, row.act(expected));
      press(ctx, ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
      ctx->KeyChars((std::string(row.group) + " " + std::string(row.name)).c_str());
      ctx->Yield(2);
      press(ctx, ImGuiKey_Enter);
      const Document& d = document();
      const std::string what(row.name);
      EXPECT_TRUE(static_cast<const Look&>(d) == static_cast<const Look&>(expected)) << what;
      EXPECT_EQ(d.theme, expected.theme) << what;
      EXPECT_EQ(d.ui_percent, expected.ui_percent) << what;
      EXPECT_EQ(d.full_screen, expected.full_screen) << what;
      EXPECT_EQ(d.workspace, expected.workspace) << what;
      EXPECT_EQ(d.views[ViewId::Inspector].open, expected.views[ViewId::Inspector].open) << what;
      EXPECT_EQ(d.help_open, expected.help_open) << what;
      EXPECT_EQ(d.about_open, expected.about_open) << what;
      EXPECT_EQ(d.tour_step, expected.tour_step) << what;
      EXPECT_EQ(d.search_focuses, expected.search_focuses) << what;
      EXPECT_EQ(d.source_lists, expected.source_lists) << what;
      for (const Action& undo :
           {Action(ShowHelp{false}), Action(ShowAbout{false}), Action(ShowView{ViewId::Kinds, false}),
            Action(SetTour{std::nullopt}), Action(SetFullScreen{false}), Action(ShowFigure{false}),
            Action(WindowAction(ShowOpenFile{false}))}) {
        headless_->session().actions().push_back(undo);
      }
      ImGui::ClosePopupsExceptModals();
      ctx->Yield(3);
    }
  });
}

}  // namespace
}  // namespace tcviz
