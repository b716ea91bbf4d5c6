// Whoever uses the keyboard sees where the keys are: a ring around one button of every workspace after Tab, a frame
// around a panel after F6. And what the keyboard reaches in a comparison.
#include <cmath>

#include "app/ui/kit/style.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class FocusRing : public Gui {
 protected:
  static void press(ImGuiTestContext* ctx, ImGuiKeyChord chord) {
    ctx->KeyPress(chord);
    ctx->Yield(3);
  }
  // The item with the ring is on screen, in the window that has the keys.
  static bool has_ring() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    if (!g.NavCursorVisible || g.NavId == 0 || g.NavWindow == nullptr) return false;
    const ImRect ring = ImGui::WindowRectRelToAbs(g.NavWindow, g.NavWindow->NavRectRel[g.NavLayer]);
    return ring.GetWidth() > 0 && g.NavWindow->Rect().Overlaps(ring);
  }

  // The upper edge of the panel that has the keys is drawn in the accent colour.
  bool has_frame() {
    headless_->draw();
    const ImGuiWindow* const panel = ImGui::GetCurrentContext()->NavWindow->RootWindow;
    const Pixels picture = headless_->pixels();
    const Colors& colors = colors_of(document().theme);
    const int x = static_cast<int>(panel->Pos.x + panel->Size.x * 0.4F), top = static_cast<int>(panel->Pos.y);
    for (int y = top; y < top + 8; ++y) {
      const Color seen = picture.at(x, y);
      const auto off = [&](ImU32 color) {
        const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
        return std::abs(c.x * 255 - seen.r) + std::abs(c.y * 255 - seen.g) + std::abs(c.z * 255 - seen.b);
      };
      // An edge may lie between pixels, so it is not quite its colour.
      if (off(colors.accent) < off(colors.border) && off(colors.accent) < off(colors.panel)) return true;
    }
    return false;
  }
};

TEST_F(FocusRing, TabPutsARingIntoEveryWorkspace) {
  run([&](ImGuiTestContext* ctx) {
    for (const WorkspaceRow& row : workspace_rows) {
      SCOPED_TRACE(std::string(row.word));
      headless_->session().actions().push_back(ShowWorkspace{row.workspace});
      ctx->Yield(6);
      ImGui::SetNavCursorVisible(false);
      if (row.workspace == Workspace::Formula) press(ctx, ImGuiKey_F6);  // from the text to the grids
      press(ctx, ImGuiKey_Tab);
      if (!has_ring()) press(ctx, ImGuiKey_Tab);  // the first one may lead into a list
      EXPECT_TRUE(has_ring());
      const ImGuiID first = ImGui::GetCurrentContext()->NavId;
      press(ctx, ImGuiKey_Tab);
      EXPECT_TRUE(has_ring());
      EXPECT_NE(ImGui::GetCurrentContext()->NavId, first);
      EXPECT_EQ(document().workspace, row.workspace);
    }
  });
}

TEST_F(FocusRing, F6PutsAFrameIntoEveryWorkspace) {
  for (const WorkspaceRow& row : workspace_rows) {
    run([&](ImGuiTestContext* ctx) {
      headless_->session().actions().push_back(ShowWorkspace{row.workspace});
      ctx->Yield(6);
      press(ctx, ImGuiKey_F6);
    });
    EXPECT_TRUE(has_frame()) << row.word << ": " << ImGui::GetCurrentContext()->NavWindow->Name;
  }
}

TEST_F(FocusRing, EscapeGivesTheKeysBackToTheGrids) {
  run([&](ImGuiTestContext* ctx) {
    headless_->session().actions().push_back(ShowWorkspace{Workspace::Compare});
    ctx->Yield(4);
    press(ctx, ImGuiKey_Tab);
    press(ctx, ImGuiKey_DownArrow);
    EXPECT_FALSE(document().pin.has_value());
    press(ctx, ImGuiKey_Escape);
    EXPECT_EQ(document().workspace, Workspace::Compare);  // only the walk ends
    press(ctx, ImGuiKey_RightArrow);
    EXPECT_TRUE(document().pin.has_value());
  });
}

// "R", a word of the right source, Enter.
TEST_F(FocusRing, TheRightSourceIsChosenByKeys) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, ImGuiKey_R);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));  // there is no right side in Layout
    headless_->session().actions().push_back(ShowWorkspace{Workspace::Compare});
    ctx->Yield(4);
    press(ctx, ImGuiKey_R);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    ctx->KeyChars("published sm_70");
    ctx->Yield(2);
    press(ctx, ImGuiKey_Enter);
    ASSERT_TRUE(document().other_source.has_value());
    EXPECT_EQ(document().sources[*document().other_source].info.name, "published:sm_70");
    EXPECT_NE(document().chosen().info.name, "published:sm_70");
  });
}

// Green says that a source knows what is asked. One that has answered and does not know the kind has none of it.
TEST_F(FocusRing, ASourceThatDoesNotKnowTheKindIsNotGreen) {
  const auto green_in_the_bar = [&] {
    headless_->draw();
    const Pixels picture = headless_->pixels();
    const ImU32 good = colors_of(document().theme).good;
    int count = 0;
    for (int y = 0; y < 34; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const Color seen = picture.at(x, y);
        count += IM_COL32(seen.r, seen.g, seen.b, 255) == good ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(green_in_the_bar(), 10);
  run([&](ImGuiTestContext* ctx) {
    choose_source(ctx, "published:sm_70");
    headless_->session().actions().push_back(ChooseKind{"wmma.m8n8k4.a.f64.row"});
    ctx->Yield(4);
    ASSERT_EQ(document().layout(), nullptr);
  });
  EXPECT_EQ(green_in_the_bar(), 0);
}

TEST_F(FocusRing, TheMenuOfACellLeadsToItsFigure) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, {5, 6});
    ctx->MouseClick(ImGuiMouseButton_Right);
    ctx->Yield(2);
    ctx->ItemClick("//$FOCUSED/Figure...");
    ctx->Yield(2);
    EXPECT_TRUE(document().figure_open);
  });
}

}  // namespace
}  // namespace tcviz
