// The view of the maxas SGEMM as a person uses it.
#include <cmath>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_places.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/maxas/maxas_tour.hpp"
#include "imgui_internal.h"
#include "tests/render/count_new.hpp"
#include "tests/ui/gui.hpp"

namespace tcviz {
namespace {

class Maxas : public Gui {
 protected:
  const MaxasState& state() const { return document().task<MaxasState>(); }
  bool is_shown() const { return document().workspace == Workspace::Maxas; }
  static void open(ImGuiTestContext* ctx) {
    ctx->KeyPress(ImGuiKey_9);
    ctx->Yield(3);
  }
  // The middle of the FFMA grid's cell: eight rows below a header of 15 points, right of an axis of 27.
  static ImVec2 order_cell(ImGuiTestContext* ctx, TileIndex index) {
    const ImRect room = ctx->ItemInfo("//###maxas/##order").RectFull;
    const float height = room.GetHeight() - 15, wide = room.GetWidth() - 27 - 132;
    const float cell = std::floor(std::min(height, std::max(wide, height * 0.6F)) / 8);
    return {room.Min.x + 27 + cell * (static_cast<float>(index.yi) + 0.5F),
            room.Min.y + 15 + cell * (static_cast<float>(index.xi) + 0.5F)};
  }
  static void point_there(ImGuiTestContext* ctx, ImVec2 at) {
    ctx->MouseTeleportToPos(at);
    ctx->Yield(3);
  }
};

TEST_F(Maxas, Key9OpensItAndEscLeaves) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    EXPECT_TRUE(is_shown());
    EXPECT_TRUE(ImGui::FindWindowByName("###maxas")->WasActive);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(is_shown());
    EXPECT_FALSE(ImGui::FindWindowByName("###grids")->Hidden);
    open(ctx);
    ctx->KeyPress(ImGuiKey_3);  // another view
    ctx->Yield(3);
  });
  EXPECT_FALSE(is_shown());
  EXPECT_EQ(document().view, ViewMode::Product);
}

TEST_F(Maxas, OneSelectionInAllPanels) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    point_there(ctx, order_cell(ctx, {2, 5}));
    // Thread 0: row 2, column 33.
    EXPECT_EQ(state().hover, (MaxasObject{MaxasObject::Type::C, 2, 33}));
    EXPECT_FALSE(state().chosen);
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_EQ(state().chosen, (MaxasObject{MaxasObject::Type::C, 2, 33}));
    const MaxasPlaces places = places_of(state(), state().marked());
    EXPECT_EQ(places.registers.front(), 16);  // row xi 2, column yi 5 of the published table
    point_there(ctx, {2, 2});                 // off all panels: what was chosen stays
    EXPECT_FALSE(state().hover);
    EXPECT_TRUE(state().chosen);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    EXPECT_FALSE(state().chosen);
    EXPECT_TRUE(is_shown());
  });
}

TEST_F(Maxas, AClickInTheTileChoosesTheThread) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->MouseTeleportToPos(ctx->ItemInfo("//###maxas/##tile").RectFull.GetCenter());
    ctx->Yield(3);
    const MaxasObject there = state().hover;
    ASSERT_EQ(there.type, MaxasObject::Type::C);
    ctx->MouseClick();
    ctx->Yield(3);
    EXPECT_EQ(state().thread, owner_of(sgemm64, maxas::RegisterMap::Maxas, {there.first, there.second}).tid);
  });
}

TEST_F(Maxas, KeysStepAndPlay) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    const MaxasStep first = state().step;
    ctx->KeyPress(ImGuiKey_RightArrow, 3);
    ctx->Yield(2);
    EXPECT_EQ(state().step.at, first.at + 3);
    ctx->KeyPress(ImGuiKey_LeftArrow);
    ctx->Yield(2);
    EXPECT_EQ(state().step.at, first.at + 2);
    EXPECT_FALSE(document().pin.has_value());  // the arrows are not the grids'
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(2);
    EXPECT_EQ(state().thread, 1);
    const ColorBy of_grids = document().color_by;
    ctx->KeyPress(ImGuiKey_C);
    ctx->KeyPress(ImGuiKey_E);  // of the grids, which are covered
    ctx->Yield(2);
    EXPECT_EQ(state().color_by, MaxasColor::Register);
    EXPECT_EQ(document().color_by, of_grids);
    EXPECT_TRUE(is_shown());
    ctx->KeyPress(ImGuiKey_Space);
    ctx->Yield(60);  // a second, at six FFMAs a second
    EXPECT_TRUE(state().playing);
    EXPECT_GE(state().step.at, first.at + 2 + 4);
    ctx->KeyPress(ImGuiKey_Space);
    ctx->Yield(2);
    EXPECT_FALSE(state().playing);
  });
}

TEST_F(Maxas, StagesAndTheTimelineGoThere) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemClick("//###maxas/S7");
    EXPECT_EQ(state().step, (MaxasStep{MaxasStage::ReadBack, 0, 0}));
    const ImRect room = ctx->ItemInfo("//###maxas/##timeline").RectFull;
    ctx->MouseTeleportToPos({room.Max.x - 2, room.Min.y + 3});  // the last FFMA of line 0
    ctx->Yield(2);
    ctx->MouseClick();
    ctx->Yield(3);
  });
  EXPECT_EQ(state().step, (MaxasStep{MaxasStage::FirstLine, 0, 63}));
}

TEST_F(Maxas, ATourGoesOnAndBack) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->SetRef("//###maxas");
    ctx->ComboClick((std::string("##help/") + std::string(maxas_tour_name(0))).c_str());
    ctx->Yield(3);
    EXPECT_EQ(state().page, (MaxasPage{0, 0}));
    ctx->ItemClick("//###maxas_tour/Next");
    ctx->Yield(3);
    EXPECT_EQ(state().page, (MaxasPage{0, 1}));
    ctx->ItemClick("//###maxas_tour/Back");
    ctx->Yield(3);
    EXPECT_EQ(state().page, (MaxasPage{0, 0}));
    for (int page = 1; page < maxas_tour_pages(0); ++page) {
      ctx->KeyPress(ImGuiKey_Enter);
      ctx->Yield(3);
    }
    ctx->ItemClick("//###maxas_tour/Done");
    ctx->Yield(3);
    EXPECT_FALSE(state().page.has_value());
    EXPECT_TRUE(is_shown());
  });
}

TEST_F(Maxas, OnePanelCanHaveAllTheRoom) {
  run([&](ImGuiTestContext* ctx) {
    open(ctx);
    ctx->ItemClick("//###maxas/##shared/##large");
    ctx->Yield(3);
    EXPECT_EQ(state().large, MaxasPart::Shared);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    EXPECT_FALSE(state().large.has_value());
    EXPECT_TRUE(is_shown());
  });
}

TEST_F(Maxas, RestsWhereNothingPlaysAndGoesOnWhereItDoes) {
  headless_->session().actions().push_back(ShowView{ViewId::Maxas});
  headless_->run_idle();
  EXPECT_FALSE(headless_->step());
  headless_->session().actions().push_back(MaxasAction(PlayMaxas{}));
  EXPECT_EQ(headless_->run_idle(50), 50);
  headless_->session().actions().push_back(MaxasAction(PlayMaxas{false}));
  EXPECT_LT(headless_->run_idle(50), 10);
}

TEST_F(Maxas, AllocatesNothingWhileNothingChanges) {
  for (const char* step : {"S1:1", "S3:17", "S5:1", "S7:2", "S8:5"}) {
    ActionQueue& actions = headless_->session().actions();
    actions.push_back(ShowView{ViewId::Maxas});
    actions.push_back(MaxasAction(SetMaxasStep{parse_maxas_step(sgemm64, step).value()}));
    actions.push_back(MaxasAction(ChooseMaxas{{MaxasObject::Type::C, 3, 40}}));
    headless_->run_idle();
    for (int frame = 0; frame < 5; ++frame) headless_->draw();
    const long before = allocations_here();
    EXPECT_GT(before, 0);
    for (int frame = 0; frame < 20; ++frame) headless_->draw();
    EXPECT_EQ(allocations_here(), before) << step;
  }
}

}  // namespace
}  // namespace tcviz
