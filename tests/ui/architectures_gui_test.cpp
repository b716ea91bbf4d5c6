// The panel of architectures as a person uses it.
#include <array>
#include <map>
#include <set>

#include "app/session/whole/architectures.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

WindowOptions with_work() {
  WindowOptions options;
  options.recompute = [](const KnownAnswers&, const OnRecompute& progress) {
    const bool go_on = progress({"sm_75", 0, 2, 3, 18});
    return RecomputeEnded{!go_on, go_on, "Recomputed: all as before."};
  };
  return options;
}

class Architectures : public Gui {
 protected:
  Architectures() : Gui(compiled_samples(), with_work()) {}

  static ImGuiID rows(ImGuiTestContext* ctx) { return ctx->WindowInfo("//###groups/##across/##rows").ID; }
  void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_6);
    await_frames(ctx, [&] { return all_answered(); });
    ctx->Yield(4);
  }
  bool all_answered() const {
    for (const SourceState& source : document().sources)
      if (!source.answers) return false;
    return true;
  }
  // sm_75, 90 and 100 are alike in all rows.
  static void unfold(ImGuiTestContext* ctx) {
    ctx->SetRef(ctx->WindowInfo("//###groups/##across").ID);
    ctx->ItemClick("$$1/##head");
    ctx->Yield(3);
  }
  // Line 0 is the heading; a cell is 66 x 23 behind names of 128 points.
  static void click_cell(ImGuiTestContext* ctx, int line, int column) {
    ctx->SetRef(rows(ctx));
    const ImVec2 at = ctx->ItemInfo("##cells").RectFull.Min;
    ctx->MouseTeleportToPos(
        {at.x + 128 + 66 * (static_cast<float>(column) + 0.5F), at.y + 23 * (static_cast<float>(line) + 0.5F)});
    ctx->Yield(2);
    ctx->MouseClick();
    ctx->Yield(3);
  }
  std::string name(std::size_t source) const { return document().sources[source].info.name; }
};

// The colour of a cell is that of its letter, in every row.
TEST_F(Architectures, EqualLettersHaveEqualColours) {
  ImVec2 at;
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    unfold(ctx);
    ctx->SetRef(rows(ctx));
    at = ctx->ItemInfo("##cells").RectFull.Min;
    ctx->MouseTeleportToPos({2, 2});
    ctx->Yield(3);
  });
  const Pixels picture = headless_->pixels();
  const ArchitectureTable table = make_architecture_table(document());
  std::map<int, std::set<std::array<int, 3>>> colors;
  int line = 0, cells = 0;
  for (const ArchitectureRow& row : table.rows) {
    line += row.heading;
    for (std::size_t column = 0; column < row.groups.size(); ++column) {
      const int x = static_cast<int>(at.x) + 128 + 66 * static_cast<int>(column) + 33 - 12;  // left of the letter
      const Color seen = picture.at(x, static_cast<int>(at.y) + 23 * line + 11);
      if (row.groups[column] < 0) continue;
      colors[row.groups[column]].insert({seen.r, seen.g, seen.b});
      ++cells;
    }
    ++line;
  }
  EXPECT_GT(cells, 5);
  ASSERT_GE(colors.size(), 2U);
  for (const auto& [letter, seen] : colors) EXPECT_EQ(seen.size(), 1U) << letter;
  EXPECT_NE(*colors[0].begin(), *colors[1].begin());
}

TEST_F(Architectures, NothingIsAskedBeforeThePanelOpens) {
  EXPECT_FALSE(all_answered());
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  EXPECT_TRUE(all_answered());
}

TEST_F(Architectures, TwoCellsOfARowAreCompared) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    unfold(ctx);
    click_cell(ctx, 2, 0);  // acc f32 of sm_70
    EXPECT_TRUE(document().views[ViewId::Architectures].open);
    click_cell(ctx, 2, 2);  // of sm_90
  });
  EXPECT_EQ(document().view, ViewMode::Comparison);
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(name(document().source), "compiled:sm_70");
  ASSERT_TRUE(document().other_source.has_value());
  EXPECT_EQ(name(*document().other_source), "compiled:sm_90");
  EXPECT_FALSE(document().views[ViewId::Architectures].open);  // the two took its place
}

TEST_F(Architectures, ACellThatLacksTheKindAndAnotherRowCompareNothing) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    unfold(ctx);
    click_cell(ctx, 1, 0);  // sm_70 lacks acc f16
    click_cell(ctx, 1, 1);
    click_cell(ctx, 2, 1);  // begins anew
    click_cell(ctx, 2, 1);  // and lets go
    click_cell(ctx, 2, 2);
  });
  EXPECT_TRUE(document().views[ViewId::Architectures].open);
}

TEST_F(Architectures, AHeadMakesItsColumnTheSource) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###groups/##across").ID);
    EXPECT_FALSE(ctx->ItemExists("$$2/##head"));  // sm_70, and the three that are alike
    ctx->ItemClick("$$0/##head");
    ctx->Yield(2);
    EXPECT_EQ(name(document().source), "compiled:sm_70");
    unfold(ctx);
    ctx->ItemClick("$$3/##head");
    ctx->Yield(2);
    EXPECT_EQ(name(document().source), "compiled:sm_100");
    EXPECT_TRUE(document().views[ViewId::Architectures].open);  // and it stays
    ctx->ItemClick("//###groups/Fold");
    ctx->Yield(3);
    EXPECT_FALSE(ctx->ItemExists("$$2/##head"));
  });
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
    ctx->ItemClick("//###groups/Recompute");
    await_frames(ctx, [&] { return document().recompute.stage == Stage::Answered; });
  });
  EXPECT_EQ(document().recompute.stage, Stage::Answered);
  EXPECT_EQ(document().recompute.outcome, "Recomputed: all as before.");
}

}  // namespace
}  // namespace tcviz
