// The workspace X-ray as a person uses it.
#include "app/session/xray/xray_action.hpp"
#include "imgui_internal.h"
#include "tests/render/count_new.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

WindowOptions with_xray() {
  WindowOptions options;
  options.task<XrayWorks>().run_xray = xray_here();
  options.task<XrayWorks>().read_live = [](const LiveQuestion& question,
                                           const std::function<bool()>&) -> Result<LiveRun> {
    LiveRun run;
    run.takes.resize(2);
    run.at = question.at, run.expect = question.expect, run.source = "recorded:sm_90";
    run.grid = {2, 2, 32, {{"0", "0", 0}, {"0", "0", 1}, {"1", "1", 2}, {"7", "1", 3, true}}, !question.expect.empty()};
    if (!question.expect.empty()) run.wrong.push_back({3, 0, 0, {1, 1}, "7", "1"});
    run.compared = 4;
    return run;
  };
  return options;
}

class XrayGui : public Gui {
 protected:
  XrayGui() : Gui(sample_sources(), with_xray()) {}
  const XrayState& state() const { return document().task<XrayState>(); }
  void open(const std::string& source) {
    headless_->session().actions().push_back(XrayAction(OpenXray{"mine.ptx", source, false}));
    headless_->run_idle();
  }
};

TEST_F(XrayGui, TheKeyOpensItAndEscLeaves) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(static_cast<int>(ImGuiMod_Ctrl) | static_cast<int>(ImGuiMod_Shift) | ImGuiKey_X);
    ctx->Yield(4);
    EXPECT_EQ(document().workspace, Workspace::Xray);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
  });
  EXPECT_EQ(document().workspace, Workspace::Layout);
}

class ProposedXrayGui : public Gui {
 protected:
  ProposedXrayGui() : Gui(sample_sources(), proposing()) {}
  static WindowOptions proposing() {
    WindowOptions options;
    options.task<XrayWorks>().run_xray = proposing_xray();
    return options;
  }
};

TEST_F(ProposedXrayGui, AButtonInsertsTheLaunchThatWasProposed) {
  headless_->session().actions().push_back(XrayAction(OpenXray{"mine.ptx", sample_kernel(), false}));
  headless_->run_idle();
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemClick("//###xray/###insert");
    ctx->Yield(5);
    EXPECT_TRUE(document().task<XrayState>().source.starts_with("// xray: " + proposed_call()));
    EXPECT_FALSE(ctx->ItemExists("//###xray/###insert"));
  });
}

TEST_F(XrayGui, ArrowsStepProductsAndNTheFindings) {
  open(faulty_kernel());
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ASSERT_TRUE(state().product);
    const int first = *state().product;
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().product, first + 1);
    ctx->KeyPress(ImGuiKey_N);
    ctx->Yield(3);
    EXPECT_EQ(state().finding, 0);
    EXPECT_EQ(state().product, first);
    ctx->KeyPress(ImGuiKey_D);
    ctx->Yield(3);
    EXPECT_TRUE(state().declared);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_DownArrow);
    ctx->Yield(3);
    EXPECT_EQ(state().chosen, (StepSpot{2, 0, 0}));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().chosen);
    EXPECT_EQ(document().workspace, Workspace::Xray);
  });
}

// The upper left cell of the timeline is the first product of warp 0; the cells scroll in a room of their own.
TEST_F(XrayGui, APressChoosesAProductAndACell) {
  open(sample_kernel());
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    const ImRect times = ctx->ItemInfo("//###xray/**/##timeline").RectFull;
    ctx->MouseTeleportToPos({times.Min.x + 34 + 16 * 4 + 8, times.Min.y + 5});
    ctx->Yield(2);
    ctx->MouseClick();
    ctx->Yield(3);
    ASSERT_TRUE(state().run && state().product);
    const XrayProduct& product = state().run->products.at(static_cast<std::size_t>(*state().product));
    EXPECT_EQ(product.warp, 0);
    EXPECT_EQ(product.number, 4);
    const ImRect cells = ctx->ItemInfo("//###xray/**/##product").RectFull;
    ctx->MouseTeleportToPos({cells.Min.x + 16, cells.Max.y - 8});  // the first of A's last row
    ctx->Yield(3);
    EXPECT_EQ(state().hover, (StepSpot{0, 15, 0}));
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_EQ(state().chosen, (StepSpot{0, 15, 0}));
  });
}

// B shows shared memory, A the next access, Shift and arrows walk over the banks; Escape frees the bank.
TEST_F(XrayGui, KeysShowSharedMemoryAndWalkOverItsBanks) {
  open(copying_kernel());
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_B);
    ctx->Yield(3);
    EXPECT_TRUE(state().banks);
    ASSERT_NE(state().bank_access(), nullptr);
    ctx->KeyPress(ImGuiKey_A);
    ctx->Yield(3);
    EXPECT_EQ(state().access, 1);
    const ImRect memory = ctx->ItemInfo("//###xray/**/##memory").RectFull;
    EXPECT_GT(memory.GetWidth(), 32 * 12);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_DownArrow);
    ctx->Yield(3);
    ASSERT_TRUE(state().byte);
    EXPECT_EQ(*state().byte, state().bank_access()->touches[0].address / 4 * 4);
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    ctx->Yield(3);
    EXPECT_EQ(*state().byte, state().bank_access()->touches[0].address / 4 * 4 + 4);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().byte);
    EXPECT_EQ(document().workspace, Workspace::Xray);
    ctx->MouseTeleportToPos({memory.Min.x + 44 + 30, memory.Min.y + 45});
    ctx->Yield(3);
    EXPECT_TRUE(state().hover_byte);
    ctx->KeyPress(ImGuiKey_B);
    ctx->Yield(3);
    EXPECT_FALSE(state().banks);
  });
}

TEST_F(XrayGui, SharedMemoryAllocatesNothingWhileNothingMoves) {
  open(copying_kernel());
  headless_->session().actions().push_back(XrayAction(ShowXrayBanks{true}));
  headless_->session().actions().push_back(XrayAction(MoveXrayByte{0, 0}));
  headless_->run_idle();
  for (int frame = 0; frame < 5; ++frame) headless_->draw();
  const long before = allocations_here();
  for (int frame = 0; frame < 50; ++frame) headless_->draw();
  EXPECT_EQ(allocations_here(), before);
}

// Of a kernel that uses none it says so.
TEST_F(XrayGui, WithoutSharedMemoryThereIsASentence) {
  open(sample_kernel());
  headless_->session().actions().push_back(XrayAction(ShowXrayBanks{true}));
  headless_->run_idle();
  EXPECT_EQ(state().bank_access(), nullptr);
  EXPECT_TRUE(state().banks);
  headless_->draw();
}

// Of 4 numbers the last is wrong; the sentence that names it leads to it.
TEST_F(XrayGui, LiveRegistersAreHeldAgainstWhatIsTyped) {
  headless_->session().actions().push_back(XrayAction(OpenLive{"/tmp/run.live", "run.live"}));
  headless_->run_idle();
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemClick("//###xray/##expect");
    ctx->KeyChars("row");
    ctx->Yield(5);
    ASSERT_TRUE(state().live && state().live->run);
    EXPECT_EQ(state().live->expect, "row");
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(2);
    ctx->ItemClick("//###xray/##first_wrong");
    ctx->Yield(3);
    EXPECT_EQ(state().live->chosen, (Element{1, 1}));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().live->chosen);
    ctx->KeyPress(ImGuiKey_RightBracket);
    ctx->Yield(3);
    EXPECT_EQ(state().live->at, 1);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().live);
    EXPECT_EQ(document().workspace, Workspace::Xray);
  });
}

TEST_F(XrayGui, LiveRegistersAllocateNothingWhileNothingMoves) {
  headless_->session().actions().push_back(XrayAction(OpenLive{"/tmp/run.live", "run.live"}));
  headless_->session().actions().push_back(XrayAction(ExpectLive{"row"}));
  headless_->run_idle();
  headless_->session().actions().push_back(XrayAction(StepLiveWrong{1}));
  headless_->run_idle();
  for (int frame = 0; frame < 5; ++frame) headless_->draw();
  const long before = allocations_here();
  for (int frame = 0; frame < 50; ++frame) headless_->draw();
  EXPECT_EQ(allocations_here(), before);
}

TEST_F(XrayGui, AnExampleWithAFaultAsksAndAnswers) {
  headless_->session().actions().push_back(ShowWorkspace{Workspace::Xray});
  headless_->run_idle();
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    ctx->ItemClick("//###xray/**/tiled/nothing/##fault");
    ctx->Yield(3);
    EXPECT_EQ(state().name, "tiled.cu");
    EXPECT_EQ(state().fault, "nothing");
    ctx->ItemClick("//###xray/###answer");
    ctx->Yield(3);
    EXPECT_TRUE(state().answer_shown);
  });
}

}  // namespace
}  // namespace tcviz
