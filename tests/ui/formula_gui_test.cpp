// The panel of formulae as a person uses it.
#include "app/session/formula/formula_judge.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/session.hpp"
#include "app/ui/formula/bit_ways.hpp"
#include "gmock/gmock.h"
#include "gpu/language/compiler/host_compiler.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

constexpr const char* right_row = "((i & 2) << 2) + ((tid & 28) >> 2)";
constexpr const char* right_col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)";
constexpr const char* wrong_col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)";

class FormulaGui : public Gui {
 protected:
  // By keyboard alone: 7 goes to row, Tab to col.
  void type(ImGuiTestContext* ctx, const char* row, const char* col) {
    if (document().workspace == Workspace::Formula) open(ctx);
    if (document().workspace != Workspace::Formula) ctx->KeyPress(ImGuiKey_7);
    ctx->Yield(4);
    ctx->KeyChars(row);
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Tab);
    ctx->Yield(4);
    ctx->KeyChars(col);
    ctx->Yield(4);
  }
  void open(ImGuiTestContext* ctx) {
    headless_->session().actions().push_back(ShowView{ViewId::Formula});
    ctx->Yield(4);
  }
  void press(ImGuiTestContext* ctx, const char* button) {
    if (document().workspace != Workspace::Formula) open(ctx);
    ctx->ItemClick((std::string("//###formula/") + button).c_str());
    ctx->Yield(3);
  }
  // An item of the window that is open on top.
  static void press_open(ImGuiTestContext* ctx, const char* item) {
    ctx->SetRef("//$FOCUSED");
    ctx->ItemClick(item);
    ctx->Yield(3);
  }
  Judgement judgement() const { return document().formulae.judged->judgement; }
  static ImGuiID verdict(ImGuiTestContext* ctx) { return ctx->WindowInfo("//###formula/##body/##verdict").ID; }
};

TEST_F(FormulaGui, ARightFormulaTurnsEveryCellRight) {
  run([&](ImGuiTestContext* ctx) { type(ctx, right_row, right_col); });
  EXPECT_EQ(document().formula, (FormulaText{false, right_row, right_col, ""}));
  EXPECT_EQ(judgement(), Judgement::Right);
  for (const CellMark mark : formula_marks(document())) EXPECT_EQ(mark, CellMark::Right);
  EXPECT_EQ(document().view, ViewMode::Grids);  // the digits went to the text
}

TEST_F(FormulaGui, TheCounterexampleIsALink) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx, right_row, wrong_col);
    EXPECT_EQ(judgement(), Judgement::Wrong);
    ctx->SetRef(verdict(ctx));
    ctx->ItemClick("##first");
    ctx->Yield(3);
  });
  EXPECT_EQ(document().pin, (Pick{{0, 2}, {1, 0}}));
}

TEST_F(FormulaGui, RepairAppliesTheNearestAndUndoTakesItBack) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx, right_row, wrong_col);
    await_frames(ctx, [&] { return !document().formulae.judged->repairs.empty(); });
    press(ctx, "Repair");
    EXPECT_EQ(judgement(), Judgement::Right);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    ImGui::SetWindowFocus("###grids");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(3);
  });
  EXPECT_EQ(document().formula.col, wrong_col);
}

// The number that the repair changes, the last 2 of col, has a red line below it, and no other character has.
TEST_F(FormulaGui, ARepairUnderlinesWhatItChanges) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx, right_row, wrong_col);
    await_frames(ctx, [&] { return !document().formulae.judged->repairs.empty(); });
    ctx->MouseTeleportToPos({2, 2});
    ctx->Yield(3);
  });
  const ImVec4 bad = ImGui::ColorConvertU32ToFloat4(colors_of(document().theme).bad);
  const Pixels picture = headless_->pixels();
  int least = picture.width, most = 0;
  const ImGuiWindow* const panel = ImGui::FindWindowByName("Formula###formula");
  const ImGuiWindow* col = nullptr;  // the editor of col: the lower child of the panel
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string_view(window->Name).find("##col") != std::string_view::npos) col = window;
  ASSERT_TRUE(panel != nullptr && col != nullptr);
  for (int y = static_cast<int>(col->Pos.y); y < static_cast<int>(col->Pos.y + 40); ++y)
    for (int x = static_cast<int>(col->Pos.x); x < static_cast<int>(col->Pos.x + col->Size.x); ++x) {
      const Color c = picture.at(x, y);
      const float off = std::abs(bad.x * 255 - c.r) + std::abs(bad.y * 255 - c.g) + std::abs(bad.z * 255 - c.b);
      if (off > 3) continue;
      least = std::min(least, x);
      most = std::max(most, x);
    }
  const float glyph = static_cast<float>(most + 1 - least);
  EXPECT_GT(glyph, 6);
  EXPECT_LT(glyph, 11);  // one character
  const float at = static_cast<float>(least) - col->Pos.x;
  EXPECT_NEAR(at / glyph, static_cast<double>(std::string_view(wrong_col).rfind('2')), 2.5);  // the editor has a margin
}

// What the reader cannot follow, this machine's compiler may: never before the button is pressed.
TEST_F(FormulaGui, CompileAndRunJudgesWhatIsBeyondTheReader) {
  if (!find_host_compiler()) GTEST_SKIP() << "no C++ compiler here";
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "one text");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->KeyPress(ImGuiKey_7);
    ctx->Yield(4);
    ctx->KeyChars(
        "int row(int t, int i) { return t < 4 ? i / 2 % 2 * 8 : 1 + row(t - 4, i); }\n"
        "int col(int t, int i) { return t % 4 * 2 + i % 2 + i / 4 * 8; }");
    ctx->Yield(4);
    EXPECT_EQ(judgement(), Judgement::Unreadable);
    ctx->SetRef(verdict(ctx));
    ctx->ItemClick("Compile and run###compile");
    await_frames(ctx, [&] { return judgement() != Judgement::Unreadable; });
  });
  EXPECT_EQ(judgement(), Judgement::Right) << document().formulae.judged->headline;
  EXPECT_THAT(document().formulae.judged->headline, testing::HasSubstr("compiled by "));
}

TEST_F(FormulaGui, DeduceWritesAndSimplifyShortens) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "Deduce");
    EXPECT_EQ(judgement(), Judgement::Right);
    press(ctx, "Simplify");
    press(ctx, "one text");
    EXPECT_EQ(judgement(), Judgement::Empty) << document().formula.text << "|" << document().formula.row;
    press(ctx, "Deduce");
  });
  EXPECT_TRUE(document().formula.one_text);
  EXPECT_EQ(judgement(), Judgement::Right);
  EXPECT_FALSE(document().formulae.failed) << document().formulae.news;
}

TEST_F(FormulaGui, SavesUnderANameAndBringsItBack) {
  run([&](ImGuiTestContext* ctx) {
    type(ctx, right_row, wrong_col);
    press(ctx, "Save...");
    ctx->KeyChars("mine");
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    press(ctx, "Deduce");
    EXPECT_EQ(judgement(), Judgement::Right);
    press(ctx, "Saved");
    press_open(ctx, "mine/mine");
  });
  ASSERT_EQ(document().formulae.kept.saved.size(), 1U);
  EXPECT_EQ(document().formulae.kept.saved[0].name, "mine");
  EXPECT_EQ(document().formula.col, wrong_col);
}

TEST_F(FormulaGui, ThePublishedOnesChooseTheirKindAndSource) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "Published");
    press_open(ctx, "README, A100 and Turing, half");
  });
  EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f16");
  EXPECT_EQ(document().formula.row, right_row);
}

TEST_F(FormulaGui, CopiesASpelling) {
  run([&](ImGuiTestContext* ctx) {
    ImGui::SetClipboardText("nothing");
    press(ctx, "Copy as");
    press_open(ctx, "CuTe layout");
    EXPECT_NE(std::string(ImGui::GetClipboardText()).find("):("), std::string::npos) << document().formulae.news;
  });
}

TEST_F(FormulaGui, CopiesTheInverseInTheSpellingChosen) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "###inverse");
    press_open(ctx, "tid");
    // Of the PTX manual's figure: rows 8 apart are of one thread, four threads a row.
    EXPECT_EQ(std::string(ImGui::GetClipboardText()), "((col >> 1) & 3) | ((row & 7) << 2)");
    press_open(ctx, "Python");
    press_open(ctx, "all");
    EXPECT_NE(std::string(ImGui::GetClipboardText()).find("def i(row, col):"), std::string::npos);
  });
}

TEST_F(FormulaGui, HidesTheAnswerUntilItIsRevealed) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "###hide");
    EXPECT_TRUE(document().formulae.hide_answer);
    press(ctx, "Deduce");  // would tell: does nothing
    EXPECT_TRUE(document().formula.empty());
    point_at(ctx, {9, 6});
    press(ctx, "###hide");
  });
  EXPECT_FALSE(document().formulae.hide_answer);
}

TEST_F(FormulaGui, HidesTheAnswerUntilItIsRight) {
  run([&](ImGuiTestContext* ctx) {
    press(ctx, "###hide");
    type(ctx, right_row, "i");
    EXPECT_TRUE(document().formulae.hide_answer);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    ctx->KeyChars(right_col);
    ctx->Yield(4);
  });
  EXPECT_EQ(judgement(), Judgement::Right);
  EXPECT_FALSE(document().formulae.hide_answer);
}

// The editor has scrolled to the end of a long text; then there is one line.
TEST_F(FormulaGui, ALongTextGivesWayToAShortOne) {
  std::string text;
  for (int line = 0; line < 40; ++line) text += "// one of many lines, as long as the field is wide or longer still\n";
  const FormulaText of_many_lines{true, "", "", text + "row = tid;\ncol = i;"};
  const auto show = [&](ImGuiTestContext* ctx, const FormulaText& formula) {
    headless_->session().actions().push_back(FormulaAction(SetFormula{formula}));
    ctx->Yield(4);
  };
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_7);
    ctx->Yield(4);
    show(ctx, of_many_lines);
    show(ctx, {true, "", "", "row = tid;"});  // by the document
    EXPECT_EQ(document().formula.text, "row = tid;");
    show(ctx, of_many_lines);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);  // by keys
    ctx->KeyPress(ImGuiKey_Delete);
    ctx->Yield(4);
    EXPECT_EQ(document().formula.text, "");
  });
}

std::shared_ptr<const Judged> judged_of(const char* row, const char* col) {
  return judge({false, row, col, ""}, sample_layout("wmma.m16n16k16.acc.f32", sample_provenance()), {});
}

TEST(BitWays, MarksTheBitsThatAreWrong) {
  const Layout layout = sample_layout("wmma.m16n16k16.acc.f32", sample_provenance());
  BitWays ways;
  ways.follow(judged_of(right_row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)").get(), &layout);
  ASSERT_EQ(ways.rows().size(), 1U);  // col is no exclusive or of bits any more: terms carry into each other
  for (const BitWays::Box& box : ways.rows()[0].boxes) EXPECT_EQ(box.should, "");
  ways.follow(judged_of(right_row, "(i & 1) | ((i & 4) << 1) | ((tid & 1) << 2) | (tid & 2)").get(), &layout);
  ASSERT_EQ(ways.rows().size(), 2U);
  const auto& col = ways.rows()[1].boxes;
  EXPECT_THAT((std::vector<std::string>{col[0].should, col[1].should, col[2].should, col[3].should}),
              testing::ElementsAre("", "t1", "t0", ""));
  ways.follow(judged_of("", "").get(), nullptr);  // hidden: nothing is said of the layout
  EXPECT_TRUE(ways.empty());
}

}  // namespace
}  // namespace tcviz
