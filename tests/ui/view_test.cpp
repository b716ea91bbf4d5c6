// The views, their controls and the selection in them, as a person uses them: by mouse and by key.
#include <algorithm>

#include "app/session/base/differences.hpp"
#include "app/session/base/view_words.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

constexpr const char* view_acc = "wmma.m16n16k16.acc.f32";
const Pick view_pick_of_picture{{9, 6}, {7, 2}};

class Views : public Gui {
 protected:
  void pin(ImGuiTestContext* ctx, const Pick& pick) { act(ctx, SetPin{pick}); }
  static void open_options(ImGuiTestContext* ctx) {
    if (ctx->ItemExists("//###grids/View options")) ctx->ItemClick("//###grids/View options");
    ctx->Yield(2);
  }
  // Chooses a row of a list of the grids, in the panel or in its own list of controls: "##palette/print".
  static void choose(ImGuiTestContext* ctx, const char* row) {
    open_options(ctx);
    ctx->SetRef(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) ? "//$FOCUSED" : "//###grids");
    ctx->ComboClick(row);
    ctx->Yield(2);
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
  }
};

TEST_F(Views, TabsAndNumberKeys) {
  run([&](ImGuiTestContext* ctx) {
    for (const ViewWord& word : view_words()) {
      if (word.view == ViewMode::Comparison) continue;  // a workspace of its own
      ctx->SetRef("//###grids");
      ctx->ItemClick(("$$" + std::to_string(static_cast<int>(word.view)) + "/##segment").c_str());
      ctx->Yield(2);
      EXPECT_EQ(document().view, word.view) << word.name;
    }
    const ImGuiKey keys[] = {ImGuiKey_1, ImGuiKey_2, ImGuiKey_3, ImGuiKey_4, ImGuiKey_5};
    for (std::size_t key = 0; key < std::size(keys); ++key) {
      ctx->KeyPress(keys[key]);
      ctx->Yield(2);
      EXPECT_EQ(document().view, view_words()[key].view) << key;
    }
  });
}

TEST_F(Views, ListsOfColoursPalettesAndLabels) {
  run([&](ImGuiTestContext* ctx) {
    choose(ctx, "##color/32-bit register");
    EXPECT_EQ(document().color_by, ColorBy::Word);
    choose(ctx, "##palette/print");
    EXPECT_EQ(document().palette, Palette::Print);
    choose(ctx, "##labels/linear index");
    EXPECT_EQ(document().label_by, LabelBy::Linear);
  });
}

TEST_F(Views, KeysStepThroughEveryChoice) {
  run([&](ImGuiTestContext* ctx) {
    for (std::size_t n = 1; n <= color_words().size(); ++n) {
      ctx->KeyPress(ImGuiKey_C);
      ctx->Yield(2);
      EXPECT_EQ(document().color_by, color_words()[n % color_words().size()].value);
    }
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_C);
    for (std::size_t n = 1; n <= label_words().size(); ++n) {
      ctx->KeyPress(ImGuiKey_L);
      ctx->Yield(2);
      EXPECT_EQ(document().label_by, label_words()[n % label_words().size()].value);
    }
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_L);
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(2);
    EXPECT_EQ(document().color_by, color_words().back().value);
    EXPECT_EQ(document().label_by, label_words().back().value);
    EXPECT_EQ(document().palette, palette_words()[1].value);
  });
}

TEST_F(Views, TheFilterIsTypedAndItsMistakeTold) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_T);
    ctx->Yield(3);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    ctx->KeyChars("0-7,16");
    ctx->Yield(3);
    EXPECT_EQ(document().filter, "0-7,16");
    ctx->KeyChars("x");
    ctx->Yield(3);
    EXPECT_EQ(document().filter, "0-7,16x");  // kept as it was typed; the picture stays the last good one
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->KeyPress(ImGuiKey_Escape);
    act(ctx, Undo{});
    EXPECT_EQ(document().filter, "");
  });
}

TEST_F(Views, TheExpressionIsTyped) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_E);
    ctx->Yield(4);
    EXPECT_EQ(document().color_by, ColorBy::Expression);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    ctx->KeyChars("tid / 4");
    ctx->Yield(3);
    EXPECT_EQ(document().expression, "tid / 4");
  });
}

TEST_F(Views, HoverAndPinInEveryView) {
  run([&](ImGuiTestContext* ctx) {
    for (const ViewWord& word : view_words()) {
      act(ctx, SetViewMode{word.view});
      const ImRect canvas = ctx->ItemInfo("//###grids/##canvas").RectFull;
      bool hovered = false;
      for (float part = 0.30F; part < 0.8F && !hovered; part += 0.03F) {
        ctx->MouseTeleportToPos({canvas.Min.x + part * canvas.GetWidth(), canvas.Min.y + part * canvas.GetHeight()});
        ctx->Yield(3);
        hovered = document().hover.has_value();
      }
      ASSERT_TRUE(hovered) << word.name;
      const std::optional<Pick> pick = document().hover;
      ctx->MouseClick();
      ctx->Yield(2);
      EXPECT_EQ(document().pin, pick) << word.name;
      ctx->MouseClick();
      ctx->Yield(2);
      EXPECT_FALSE(document().pin.has_value()) << word.name;  // a second click frees
    }
  });
}

TEST_F(Views, TabBracketsAndG) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ChooseKind{"wmma.m16n16k16.a.f16.row"});
    pin(ctx, Pick{{3, 5}, {3, 5}});
    ctx->KeyPress(ImGuiKey_Tab);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->slot, (Slot{19, 5}));
    EXPECT_FALSE(ImGui::GetIO().WantTextInput);  // no field took it
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_Tab);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->slot, (Slot{3, 5}));
    ctx->KeyPress(ImGuiKey_RightBracket, 2);
    ctx->KeyPress(ImGuiKey_LeftBracket);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->slot, (Slot{4, 5}));
    act(ctx, SetViewMode{ViewMode::Product});
    pin(ctx, Pick{{3, 5}, {3, 5}, 0});
    ctx->KeyPress(ImGuiKey_G);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->layout, 1);
  });
}

TEST_F(Views, ShiftDragChoosesAndEscFreesOneThingAtATime) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, {2, 3});
    const ImVec2 from = ImGui::GetIO().MousePos;
    point_at(ctx, {5, 7});
    const ImVec2 to = ImGui::GetIO().MousePos;
    const Camera before = document().camera;
    pin(ctx, view_pick_of_picture);
    EXPECT_EQ(list_window("##band"), 0U);
    ctx->MouseTeleportToPos(from);
    ctx->KeyDown(ImGuiMod_Shift);
    ctx->MouseDown();
    ctx->MouseTeleportToPos(to);
    ctx->Yield(2);
    ctx->MouseUp();
    ctx->KeyUp(ImGuiMod_Shift);
    ctx->Yield(2);
    EXPECT_EQ(document().band, (Band{{2, 3}, {5, 7}}));
    EXPECT_EQ(document().pin, view_pick_of_picture);  // a drag is no click
    EXPECT_EQ(document().camera.fit, before.fit);
    ctx->ItemClick("//###grids/Inspector##open_inspector");
    ctx->Yield(3);
    EXPECT_NE(list_window("##band"), 0U);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().band.has_value());
    EXPECT_TRUE(document().pin.has_value());
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(document().pin.has_value());
    act(ctx, Undo{});
    act(ctx, Undo{});
    EXPECT_EQ(document().band, (Band{{2, 3}, {5, 7}}));
    act(ctx, Redo{});
    EXPECT_FALSE(document().band.has_value());
  });
}

TEST_F(Views, ShiftArrowsChooseFromThePin) {
  run([&](ImGuiTestContext* ctx) {
    pin(ctx, view_pick_of_picture);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow, 2);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_UpArrow);
    ctx->Yield(2);
    EXPECT_EQ(document().band, (Band{{8, 6}, {9, 8}}));
    EXPECT_EQ(document().pin, view_pick_of_picture);
  });
}

TEST_F(Views, KeysMoveTheCamera) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_Equal, 2);
    ctx->Yield(2);
    const Camera zoomed = document().camera;
    EXPECT_FALSE(zoomed.fit);
    ctx->KeyPress(ImGuiKey_Minus);
    ctx->Yield(2);
    EXPECT_LT(document().camera.zoom, zoomed.zoom);
    EXPECT_NEAR(document().camera.center.x, 0.5F, 1e-4F);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_RightArrow);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_DownArrow);
    ctx->Yield(2);
    EXPECT_GT(document().camera.center.x, 0.5F);
    EXPECT_GT(document().camera.center.y, 0.5F);
    ctx->KeyPress(ImGuiKey_F);
    ctx->Yield(2);
    EXPECT_TRUE(document().camera.fit);
  });
}

TEST_F(Views, AComparisonIsChosenSwappedAndWalked) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_5);
    ctx->Yield(2);
    ASSERT_EQ(document().layouts().size(), 2U);  // the other source has the same layout: another kind is beside it
    EXPECT_FALSE(differences(*document().layouts()[0], *document().layouts()[1]).empty());
    ctx->SetRef("//###grids");
    ctx->ItemClick("$$1/##source");
    ctx->Yield(3);
    ctx->KeyChars("recorded");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    EXPECT_EQ(document().other_source, 0U);
    act(ctx, CompareWith{0, "wmma.m32n8k16.acc.f32"});
    const auto layouts = document().layouts();
    const std::vector<Element> all = differences(*layouts[0], *layouts[1]);
    ASSERT_GE(all.size(), 2U);
    ctx->KeyPress(ImGuiKey_N, 2);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->element, all[1]);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_N);
    ctx->Yield(2);
    EXPECT_EQ(document().pin->element, all[0]);
    ctx->KeyPress(ImGuiKey_X);
    ctx->Yield(2);
    EXPECT_EQ(document().kind, "wmma.m32n8k16.acc.f32");
    EXPECT_EQ(document().other_kind, view_acc);
  });
}

TEST_F(Views, AMissingOperandIsNamed) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ChooseSource{1});
    ctx->KeyPress(ImGuiKey_3);
    ctx->Yield(2);
    EXPECT_TRUE(document().layouts().empty());
    EXPECT_EQ(why_no_layout(document()).reason,
              "A of the product: published:sm_70 holds no layout of wmma.m16n16k16.a.f16.row.");
    ctx->SetRef(ctx->WindowInfo("//###grids/##absence").ID);
    ctx->ItemClick("recorded:sm_90");  // it knows all three
    ctx->Yield(2);
    EXPECT_EQ(document().layouts().size(), 3U);
  });
}

TEST_F(Views, CopyButtonsFillTheClipboard) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ShowView{ViewId::Inspector});
    pin(ctx, view_pick_of_picture);
    const auto copied = [&](const char* button) {
      ctx->SetRef(list_window("##body"));
      ctx->ItemClick(button);
      ctx->Yield();
      return std::string(ImGui::GetClipboardText());
    };
    EXPECT_EQ(copied("##copy_element"), "(9, 6) linear 150: T7 x[2] R2 [31:0]");
    EXPECT_EQ(copied("##copy_owner"), "T7 x[2] R2 [31:0]");
    EXPECT_NE(copied("##copy_fragment").find("(9, 15)"), std::string::npos);
    EXPECT_NE(copied("##copy_provenance").find("NVIDIA H200"), std::string::npos);
    act(ctx, SetBand{Band{{0, 0}, {0, 1}}});
    EXPECT_EQ(copied("##copy_band"), "(0, 0) linear 0: T0 x[0] R0 [31:0]\n(0, 1) linear 1: T0 x[1] R1 [31:0]\n");
  });
}

TEST_F(Views, ATermOfTheSumIsPinned) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, ShowView{ViewId::Inspector});
    act(ctx, SetViewMode{ViewMode::Product});
    pin(ctx, Pick{view_pick_of_picture.element, view_pick_of_picture.slot, 2});
    ctx->SetRef(list_window("##terms"));
    ctx->ItemClick("$$4/##b");
    ctx->Yield(2);
    ASSERT_TRUE(document().pin.has_value());
    EXPECT_EQ(document().pin->layout, 1);
    EXPECT_EQ(document().pin->element, (Element{4, 6}));
  });
}

TEST_F(Views, EveryControlHasATooltip) {
  run([&](ImGuiTestContext* ctx) {
    act(ctx, SetViewMode{ViewMode::Comparison});
    for (const char* item : {"//###grids/$$0/##segment", "//###grids/$$1/##source", "//###grids/##other_kind",
                             "//###grids/Swap", "//###grids/View options"}) {
      if (!ctx->ItemExists(item)) continue;
      ctx->MouseMove(item);
      ctx->SleepNoSkip(1.2F, 1.0F / 30);
      EXPECT_NE(tip(), nullptr) << item;
    }
  });
}

}  // namespace
}  // namespace tcviz
