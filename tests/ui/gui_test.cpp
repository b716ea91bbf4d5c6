// The window as a person uses it.
#include "tests/ui/gui.hpp"
#include "imgui_internal.h"

namespace tcviz {
namespace {

const Pick pick_of_picture{{9, 6}, {7, 2}};  // as in the accumulator's published figure: T7 x[2] at (9, 6)

class Window : public Gui {};

TEST_F(Window, SearchAndChoose) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
    ctx->Yield(2);
    ctx->KeyChars("accumulator f64");
    ctx->Yield(2);
    EXPECT_EQ(document().search, "accumulator f64");
    click_row(ctx, "wmma.m8n8k4.acc.f64/##kind");
  });
  EXPECT_EQ(document().kind, "wmma.m8n8k4.acc.f64");
}

TEST_F(Window, ArrowsMoveInTheGridsOnceAKindIsChosen) {
  run([&](ImGuiTestContext* ctx) {
    click_row(ctx, "wmma.m16n16k16.a.f16.row/##kind");
    ctx->KeyPress(ImGuiKey_DownArrow, 2);
  });
  EXPECT_EQ(document().kind, "wmma.m16n16k16.a.f16.row");
  ASSERT_TRUE(document().pin.has_value());
  EXPECT_EQ(document().pin->element, (Element{1, 0}));
}

TEST_F(Window, AHeadingOpensAndCloses) {
  run([&](ImGuiTestContext* ctx) {
    click_row(ctx, "wmma.m16n16k16/##heading");
    ctx->Yield();
    EXPECT_TRUE(document().closed.contains("wmma.m16n16k16"));
    EXPECT_FALSE(ctx->ItemExists("wmma.m16n16k16.acc.f32/##kind"));
    click_row(ctx, "wmma.m16n16k16/##heading");
  });
  EXPECT_TRUE(document().closed.empty());
}

TEST_F(Window, PointingShowsATooltip) {
  run([&](ImGuiTestContext* ctx) {
    EXPECT_EQ(tip(), nullptr);
    point_at(ctx, pick_of_picture.element);
    ctx->Yield(2);
    EXPECT_EQ(document().hover, pick_of_picture);
    EXPECT_NE(tip(), nullptr);
    ctx->MouseTeleportToPos({2, 400});
    ctx->Yield(2);
    EXPECT_FALSE(document().hover.has_value());
    EXPECT_EQ(tip(), nullptr);
  });
}

TEST_F(Window, ClickPinsArrowsWalkEscFrees) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, pick_of_picture.element);
    ctx->MouseClick();
    ctx->Yield();
    EXPECT_EQ(document().pin, pick_of_picture);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->KeyPress(ImGuiKey_UpArrow);
    ctx->Yield();
    EXPECT_EQ(document().pin, (Pick{{8, 7}, {3, 3}}));  // row 8 is T0..T3's, one register on
    EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f32");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield();
    EXPECT_FALSE(document().pin.has_value());
  });
}

TEST_F(Window, TheInspectorHasAnX) {
  headless_->session().actions().push_back(ShowView{ViewId::Inspector});
  run([&](ImGuiTestContext* ctx) {
    ctx->Yield(3);
    EXPECT_TRUE(document().views[ViewId::Inspector].open);
    ctx->ItemClick("//###inspector/##close");
    ctx->Yield(3);
  });
  EXPECT_FALSE(document().views[ViewId::Inspector].open);
}

TEST_F(Window, AClickOnTheFragmentPinsItsElement) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, pick_of_picture.element);
    ctx->MouseClick();
    ctx->Yield(2);
    ctx->ItemClick("//###grids/Inspector##open_inspector");
    ctx->Yield(3);
    ctx->SetRef(list_window("##fragment"));
    ctx->ItemClick("$$5/##value");
  });
  EXPECT_EQ(document().pin, (Pick{{1, 15}, {7, 5}}));
}

TEST_F(Window, WheelZoomsDragPansFFits) {
  run([&](ImGuiTestContext* ctx) {
    ctx->MouseTeleportToPos(canvas_middle(ctx));
    ctx->Yield();
    ctx->MouseWheelY(3);
    ctx->Yield(2);
    const Camera zoomed = document().camera;
    EXPECT_FALSE(zoomed.fit);
    ctx->MouseDragWithDelta({60, 0});
    ctx->Yield(2);
    EXPECT_LT(document().camera.center.x, zoomed.center.x);
    EXPECT_FLOAT_EQ(document().camera.center.y, zoomed.center.y);
    EXPECT_FALSE(document().pin.has_value());  // a drag is no click
    ctx->KeyPress(ImGuiMod_Shift | ImGuiKey_F);
    ctx->Yield();
    EXPECT_FLOAT_EQ(document().camera.zoom, 1);
    ctx->KeyPress(ImGuiKey_F);
    ctx->Yield();
    EXPECT_TRUE(document().camera.fit);
  });
}

TEST_F(Window, ThemeAndScale) {
  run([&](ImGuiTestContext* ctx) {
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("###tcviz/View/Theme/Light");
    ctx->Yield();
    EXPECT_EQ(document().theme, Theme::Light);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
    ctx->Yield();
    EXPECT_EQ(document().ui_percent, 110);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_0);
    ctx->Yield();
    EXPECT_EQ(document().ui_percent, 100);
  });
}

TEST_F(Window, EscInAMenuClosesTheMenuOnly) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, pick_of_picture.element);
    ctx->MouseClick();
    ctx->ItemClick("//##MainMenuBar/##MenuBar/##source");
    ctx->Yield(2);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
    EXPECT_EQ(document().pin, pick_of_picture);
  });
}

TEST_F(Window, PanelsGrowWithTheirTexts) {
  run([&](ImGuiTestContext* ctx) {
    open_kinds(ctx);
    const float before = ImGui::FindWindowByName("Kinds###kinds")->Size.x;
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus, 2);
    ctx->Yield(3);
    EXPECT_NEAR(ImGui::FindWindowByName("Kinds###kinds")->Size.x, 0.8F * before, 2);
  });
}

TEST_F(Window, HelpOpensAndCloses) {
  run([&](ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_F1);
    ctx->Yield(2);
    EXPECT_TRUE(ctx->WindowInfo("//###help", ImGuiTestOpFlags_NoError).Window != nullptr);
    EXPECT_TRUE(document().help_open);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield();
    EXPECT_FALSE(document().help_open);
  });
}

TEST_F(Window, TheEdgeOfAPanelIsDraggedAndGoesBack) {
  ImGui::GetIO().DisplaySize = {1200, 780};  // below 1000 points the panel lies over the grids
  const auto width = [] { return ImGui::FindWindowByName("Inspector###inspector")->Size.x; };
  run([&](ImGuiTestContext* ctx) {
    headless_->session().actions().push_back(ShowView{ViewId::Inspector});
    ctx->Yield(3);
    const float before = width();
    ctx->MouseMove("//##divider/##edge");
    ctx->MouseDragWithDelta({-60, 0});
    ctx->Yield(3);
    EXPECT_NEAR(width(), before + 60, 6);
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("###tcviz/Panels/Reset panels");
    ctx->Yield(3);
    EXPECT_TRUE(document().views[ViewId::Inspector].open);  // it has a place of its own there
    EXPECT_FLOAT_EQ(width(), before);
  });
}

TEST_F(Window, TheInspectorOfANarrowWindowOpensIfItIsAskedForAndEscapeClosesIt) {
  run([&](ImGuiTestContext* ctx) {
    point_at(ctx, pick_of_picture.element);
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_FALSE(document().views[ViewId::Inspector].open);
    ctx->ItemClick("//###grids/Inspector##open_inspector");
    ctx->Yield(3);
    EXPECT_TRUE(document().views[ViewId::Inspector].open);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(document().pin.has_value());
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(document().views[ViewId::Inspector].open);
  });
}

TEST_F(Window, AnotherSourceAndItsHonestAnswer) {
  run([&](ImGuiTestContext* ctx) {
    choose_source(ctx, "published:sm_70");
    ctx->Yield(2);
    EXPECT_EQ(document().chosen().info.name, "published:sm_70");
    click_row(ctx, "wmma.m16n16k16.a.f16.row/##kind");
    ctx->Yield(2);
    EXPECT_EQ(document().layout(), nullptr);
    ctx->SetRef(ctx->WindowInfo("//###grids/##absence").ID);
    ctx->ItemClick("recorded:sm_90");
  });
  EXPECT_EQ(document().chosen().info.name, "recorded:sm_90");
  EXPECT_NE(document().layout(), nullptr);
}

struct WithGate {
  std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
};

// A GPU that hangs in its second kind.
class Hanging : protected WithGate, public Gui {
 protected:
  Hanging() : Gui(with_gpu(gate_), recorded(), false) {}
  ~Hanging() override { gate_->open(); }

  static Sources with_gpu(std::shared_ptr<Gate> gate) {
    Sources sources = sample_sources();
    std::vector<std::string> kinds = {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f16"};
    sources.add(std::make_unique<FakeGpu>("cuda:0", std::move(kinds), std::move(gate), 1));
    return sources;
  }
  static WindowOptions recorded() {
    WindowOptions options;
    options.source = "recorded:sm_90";
    return options;
  }
  void choose_gpu(ImGuiTestContext* ctx) {
    choose_source(ctx, "cuda:0");
    ctx->Yield();
  }
};

TEST_F(Hanging, StallsNoFrameAndCanBeStopped) {
  run([&](ImGuiTestContext* ctx) {
    choose_gpu(ctx);
    EXPECT_TRUE(gate_->wait_for_visitor(std::chrono::seconds(60)));
    const int before = ImGui::GetFrameCount();
    ctx->Yield(20);  // frames go on while the source hangs
    EXPECT_GE(ImGui::GetFrameCount(), before + 20);
    EXPECT_EQ(document().chosen().stage, Stage::Running);
    EXPECT_EQ(document().layout(), nullptr);
    click_row(ctx, "wmma.m16n16k16.acc.f16/##kind");  // and the window answers
    ctx->Yield();
    EXPECT_EQ(document().kind, "wmma.m16n16k16.acc.f16");
    ctx->SetRef(ctx->WindowInfo("//###grids/##absence").ID);
    ctx->ItemClick("Stop");
    ctx->Yield();
    EXPECT_TRUE(document().chosen().stop_wanted);
    gate_->open();
    while (document().chosen().busy()) ctx->Yield();
    EXPECT_EQ(document().chosen().stage, Stage::Stopped);
    ctx->Yield(2);
    ctx->SetRef(ctx->WindowInfo("//###grids/##absence").ID);
    ctx->ItemClick("Probe now");
    while (document().chosen().busy()) ctx->Yield();
    EXPECT_EQ(document().layout()->provenance().device, "Fake GPU");
  });
}

TEST_F(Hanging, OtherSourcesStayUsable) {
  run([&](ImGuiTestContext* ctx) {
    choose_gpu(ctx);
    choose_source(ctx, "published:sm_70");
    await_frames(ctx, [&] { return document().layout() != nullptr; });
  });
}

TEST_F(Hanging, ClosingWhileItProbesEnds) {
  run([&](ImGuiTestContext* ctx) { choose_gpu(ctx); });
  ASSERT_TRUE(gate_->wait_for_visitor(std::chrono::seconds(60)));
  EXPECT_FALSE(headless_->session().close(std::chrono::milliseconds(5)));  // it does not wait for the gate
  gate_->open();
  static_cast<FakeGpu&>(*sources_.all()[2]).wait_until_done();  // only then may the sources go
}

}  // namespace
}  // namespace tcviz
