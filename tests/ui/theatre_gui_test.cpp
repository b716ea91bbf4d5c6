// The panel of operations as a person uses it.
#include "imgui_internal.h"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class TheatreGui : public Gui {
 protected:
  static void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_8);
    for (int tries = 0; tries < 100; ++tries) ctx->SleepNoSkip(0.01F, 0.01F);
    ctx->Yield(4);
  }
  const TheatreState& theatre() const { return document().theatre; }
};

TEST_F(TheatreGui, TheKeyOpensItAndItShowsBeforeAndAfter) {
  run([&](ImGuiTestContext* ctx) { open(ctx); });
  EXPECT_TRUE(theatre().open);
  ASSERT_NE(theatre().shown, nullptr);
  EXPECT_TRUE(theatre().shown->result.ok());
}

TEST_F(TheatreGui, AnOperationIsChosenInTheList) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###theatre/##choice/##operations").ID);
    ctx->ItemClick("lower/Lower triangle");
    for (int tries = 0; tries < 50; ++tries) ctx->SleepNoSkip(0.01F, 0.01F);
  });
  EXPECT_EQ(theatre().choice.operation, "lower");
  EXPECT_EQ(theatre().shown->result.value().operation, "lower");
}

TEST_F(TheatreGui, AThreadIsWalkedTo) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###theatre/##result").ID);
    ctx->ItemClick("Thread by thread");
    ctx->ItemClick("##on");
    ctx->ItemClick("##on");
  });
  EXPECT_EQ(theatre().step_by, StepBy::Thread);
  EXPECT_EQ(theatre().step, 2);
}

TEST_F(TheatreGui, WithoutAGpuNothingCanBeRunThere) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef(ctx->WindowInfo("//###theatre/##choice").ID);
    EXPECT_TRUE(ctx->ItemInfo("Run on GPU").ItemFlags & ImGuiItemFlags_Disabled);
  });
}

}  // namespace
}  // namespace tcviz
