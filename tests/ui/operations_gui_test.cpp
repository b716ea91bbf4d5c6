// The panel of operations as a person uses it.
#include "app/export/plots/timing_plot.hpp"
#include "app/session/operations/operations_action.hpp"
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

// Its names are declared by the headers above.
#include "imgui_te_internal.h"

namespace tcviz {
namespace {

class OperationsGui : public Gui {
 protected:
  void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_8);
    await_frames(ctx, [&] { return shows("upper"); });
    ctx->Yield(4);
  }
  // Whether the result on screen is that of an operation.
  bool shows(const std::string& operation) const {
    return theatre().shown && theatre().shown->result.ok() && theatre().shown->result.value().operation == operation;
  }
  const OperationsState& theatre() const { return document().task<OperationsState>(); }
};

TEST_F(OperationsGui, TheKeyOpensItAndItShowsBeforeAndAfter) {
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  EXPECT_EQ(document().workspace, Workspace::Operations);
  ASSERT_NE(theatre().shown, nullptr);
  EXPECT_TRUE(theatre().shown->result.ok());
}

TEST_F(OperationsGui, AnOperationIsChosenInTheList) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###operations/##choice/##operations").ID);
    ctx->ItemClick("lower/Lower triangle");
    await_frames(ctx, [&] { return shows("lower"); });
  });
  EXPECT_EQ(theatre().choice.operation, "lower");
  EXPECT_EQ(theatre().shown->result.value().operation, "lower");
}

// A is what most people have chosen: no operation fits it, and its product's accumulator is one press away.
TEST_F(OperationsGui, AKindThatNoOperationFitsLeadsToTheAccumulator) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    headless_->session().actions().push_back(ChooseKind{"mma.m16n8k16.a.f16"});
    await_frames(ctx, [&] { return document().kind == "mma.m16n8k16.a.f16" && !shows("upper"); });
    ctx->Yield(4);
    ctx->SetRef(ctx->WindowInfo("//###operations/##result").ID);
    ctx->ItemClick("Show mma.m16n8k16.acc.f32");
    ctx->Yield(2);
  });
  EXPECT_EQ(document().kind, "mma.m16n8k16.acc.f32");
}

TEST_F(OperationsGui, TheTooltipOfACellHasAir) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const ImRect result = ctx->WindowInfo("//###operations/##result").Window->Rect();
    for (float share = 0.3F; tip() == nullptr && share < 0.6F; share += 0.02F) {
      ctx->MouseTeleportToPos({result.Min.x + result.GetWidth() * share, result.Min.y + result.GetHeight() * 0.4F});
      ctx->Yield(3);
    }
    ASSERT_NE(tip(), nullptr);
    EXPECT_GE(tip()->WindowPadding.x, ImGui::GetStyle().WindowPadding.x);
    EXPECT_GE(tip()->WindowPadding.y, ImGui::GetStyle().WindowPadding.y);
  });
}

TEST_F(OperationsGui, AThreadIsWalkedTo) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###operations/##result").ID);
    ctx->ItemClick("$$1/##segment");
    ctx->ItemClick("##on");
    ctx->ItemClick("##on");
  });
  EXPECT_EQ(theatre().step_by, StepBy::Thread);
  EXPECT_EQ(theatre().step, 2);
}

TEST_F(OperationsGui, TheArrowsStepAndSpacePlays) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(2);
    EXPECT_EQ(theatre().step_by, StepBy::Thread);
    EXPECT_EQ(theatre().step, 0);
    ctx->KeyPress(ImGuiKey_RightArrow, 2);
    ctx->KeyPress(ImGuiKey_LeftArrow);
    ctx->Yield(2);
    EXPECT_EQ(theatre().step, 1);
    ctx->KeyPress(ImGuiKey_Space);
    ctx->Yield(2);
    EXPECT_TRUE(theatre().playing);
    await_frames(ctx, [&] { return theatre().step > 2; });
    ctx->KeyPress(ImGuiKey_Space);
    ctx->Yield(2);
    EXPECT_FALSE(theatre().playing);
  });
}

TEST_F(OperationsGui, TheListIsSearched) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###operations/##choice").ID);
    ctx->ItemInput("##search");
    ctx->KeyCharsAppend("SOFT");
    ctx->Yield(2);
    ctx->SetRef(ctx->WindowInfo("//###operations/##choice/##operations").ID);
    EXPECT_TRUE(ctx->ItemExists("softmax/Softmax of rows"));
    EXPECT_FALSE(ctx->ItemExists("upper/Upper triangle"));
  });
}

// After a press on the kernel the window's keys are the window's, as quick as they come: down and up in one frame.
TEST_F(OperationsGui, TheKernelNeverKeepsTheKeyboard) {
  struct Key {
    ImGuiKeyChord chord;
    bool (*served)(const Document& now);
  };
  const Key keys[] = {{ImGuiMod_Ctrl | ImGuiKey_F, [](const Document& d) { return d.views[ViewId::Kinds].open; }},
                      {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P, [](const Document& d) { return d.commands_open; }},
                      {ImGuiMod_Ctrl | ImGuiKey_2, [](const Document& d) { return d.workspace == Workspace::Compare; }},
                      {ImGuiKey_2, [](const Document& d) { return d.workspace == Workspace::Layout; }},
                      {ImGuiKey_0, [](const Document& d) { return d.workspace == Workspace::Products; }},
                      {ImGuiMod_Ctrl | ImGuiKey_Q, [](const Document& d) { return d.quit; }}};
  run([&](ImGuiTestContext* ctx) {
    for (const Key& key : keys) {
      for (const bool held : {false, true}) {
        headless_->session().actions().push_back(ShowCommands{false});
        headless_->session().actions().push_back(ShowView{ViewId::Kinds, false});
        ctx->Yield(3);
        ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_4);
        await_frames(ctx, [&] { return shows("upper"); });
        ctx->Yield(3);
        ctx->MouseMoveToPos(ImGui::FindWindowByID(list_window("##kernel"))->Rect().GetCenter());
        ctx->MouseClick();
        ctx->Yield(2);
        if (held) ctx->KeyHold(key.chord, 0.1F);
        if (!held) {
          ctx->Inputs->Queue.push_back(ImGuiTestInput::ForKeyChord(key.chord, true));
          ctx->Inputs->Queue.push_back(ImGuiTestInput::ForKeyChord(key.chord, false));
        }
        ctx->Yield(4);
        EXPECT_TRUE(key.served(document())) << ImGui::GetKeyChordName(key.chord) << (held ? " held" : " quick");
      }
    }
  });
}

TEST_F(OperationsGui, WithoutAGpuNothingCanBeRunThere) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###operations/##choice").ID);
    EXPECT_TRUE(ctx->ItemInfo("Run on GPU").ItemFlags & ImGuiItemFlags_Disabled);
  });
}

// As a GPU would have timed it.
std::shared_ptr<const OperationsRun> timed_run(const OperationsRun& like) {
  auto run = std::make_shared<OperationsRun>(like);
  RunResult result = like.result.value();
  result.on_gpu = true;
  for (int batch = 1 << 14; batch <= 1 << 20; batch <<= 1) {
    result.timings.push_back({Setting::Alone, batch, 2, 3, 1.5, 1.4, 1.6, true, ""});
    result.timings.push_back({Setting::Chain, batch, 2, 5, 2.5, 2.25, 2.75, true, ""});
  }
  run->result = std::move(result);
  return run;
}

TEST_F(OperationsGui, TimingsAreThePlotThatIsExported) {
  std::string svg;
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    headless_->session().actions().push_back(OperationsAction(OperationEnded{timed_run(*theatre().shown), true}));
    ctx->Yield(4);
    ctx->SetRef(ctx->WindowInfo("//###operations/##code").ID);
    ctx->ItemClick("##lower/Timings");
    ctx->Yield(4);
    ctx->ItemClick("**/Copy SVG");
    svg = ImGui::GetClipboardText();
  });
  ASSERT_NE(theatre().shown, nullptr);
  EXPECT_EQ(svg, plot_svg(timing_plot(theatre().shown->result.value())));
  EXPECT_NE(svg.find("in a chain of products"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
