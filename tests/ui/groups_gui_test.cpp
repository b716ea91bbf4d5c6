// The panel of architectures as a person uses it.
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

WindowOptions with_work() {
  WindowOptions options;
  options.reread = [](const KnownAnswers&, const OnReread& progress) {
    const bool go_on = progress({"sm_75", 0, 2, 3, 18});
    return RereadEnded{!go_on, go_on, "Read afresh: all as before."};
  };
  return options;
}

class Architectures : public Gui {
 protected:
  Architectures() : Gui(compiled_samples(), with_work()) {}

  static ImGuiID rows(ImGuiTestContext* ctx) { return ctx->WindowInfo("//###groups/##across/##rows").ID; }
  void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_6);
    for (int tries = 0; tries < 200 && !all_answered(); ++tries) ctx->SleepNoSkip(0.01F, 0.01F);
    ctx->Yield(4);
  }
  bool all_answered() const {
    for (const SourceState& source : document().sources)
      if (!source.answers) return false;
    return true;
  }
  // Line 0 is the heading; a cell is 27 x 23 behind names of 128 points.
  static void click_cell(ImGuiTestContext* ctx, int line, int column) {
    ctx->SetRef(rows(ctx));
    const ImVec2 at = ctx->ItemInfo("##cells").RectFull.Min;
    ctx->MouseTeleportToPos(
        {at.x + 128 + 27 * (static_cast<float>(column) + 0.5F), at.y + 23 * (static_cast<float>(line) + 0.5F)});
    ctx->Yield(2);
    ctx->MouseClick();
    ctx->Yield(3);
  }
  std::string name(std::size_t source) const { return document().sources[source].info.name; }
};

TEST_F(Architectures, NothingIsAskedBeforeThePanelOpens) {
  EXPECT_FALSE(all_answered());
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  EXPECT_TRUE(all_answered());
}

TEST_F(Architectures, TwoCellsOfARowAreCompared) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    click_cell(ctx, 2, 0);  // acc f32 of sm_70
    EXPECT_EQ(document().view, ViewMode::Grids);
    click_cell(ctx, 2, 2);  // of sm_90
  });
  EXPECT_EQ(document().view, ViewMode::Comparison);
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(name(document().source), "compiled:sm_70");
  ASSERT_TRUE(document().other_source.has_value());
  EXPECT_EQ(name(*document().other_source), "compiled:sm_90");
  EXPECT_FALSE(ImGui::FindWindowByName("###grids")->Hidden);  // it came to the front
}

TEST_F(Architectures, ACellThatLacksTheKindAndAnotherRowCompareNothing) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    click_cell(ctx, 1, 0);  // sm_70 lacks acc f16
    click_cell(ctx, 1, 1);
    click_cell(ctx, 2, 1);  // begins anew
    click_cell(ctx, 2, 1);  // and lets go
    click_cell(ctx, 2, 2);
  });
  EXPECT_EQ(document().view, ViewMode::Grids);
}

TEST_F(Architectures, TheKeyboardDoesItAll) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const std::string kind = document().kind;
    ctx->KeyPress(ImGuiKey_DownArrow);  // the first press shows the cursor
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(2);
    EXPECT_EQ(document().kind, kind);  // the arrows are the table's
    EXPECT_FALSE(document().pin.has_value());
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
  });
  EXPECT_EQ(document().view, ViewMode::Comparison);
  EXPECT_EQ(name(document().source), "compiled:sm_70");
  EXPECT_EQ(name(*document().other_source), "compiled:sm_75");
}

TEST_F(Architectures, ReadAfreshSaysWhatCameOut) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemClick("//###groups/Read afresh");
    for (int tries = 0; tries < 200 && document().reread.stage != Stage::Answered; ++tries)
      ctx->SleepNoSkip(0.01F, 0.01F);
  });
  EXPECT_EQ(document().reread.stage, Stage::Answered);
  EXPECT_EQ(document().reread.outcome, "Read afresh: all as before.");
}

}  // namespace
}  // namespace tcviz
