// When frames are drawn, and what they cost in allocations.
#include "app/session/formula/formula_action.hpp"
#include "app/ui/window/headless.hpp"

#include <atomic>
#include <cstdio>
#include <ctime>

#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/render/count_new.hpp"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

class Frames : public testing::Test {
 protected:
  Frames() : sources_(sample_sources()) {
    auto made = Headless::make(sources_, {}, 1100, 700, 1);
    EXPECT_TRUE(made.ok()) << made.error().message;
    headless_ = std::move(made).value();
    headless_->session().settle();
    headless_->run_idle();
  }

  // Draws whole frames, which the other tests of the window build without their pixels.
  void draw_frames(int count) {
    for (int frame = 0; frame < count; ++frame) headless_->draw(), headless_->render();
  }

  Sources sources_;
  std::unique_ptr<Headless> headless_;
};

TEST_F(Frames, NoneWithoutAnEvent) {
  for (int turn = 0; turn < 50; ++turn) EXPECT_FALSE(headless_->step());
  headless_->pacer().event();
  EXPECT_EQ(headless_->run_idle(), Pacer::frames_per_event);
  EXPECT_FALSE(headless_->step());
}

TEST_F(Frames, AnActionAndItsEndBuyAFew) {
  headless_->session().actions().push_back(SetTheme{Theme::Light});
  EXPECT_EQ(headless_->run_idle(), Pacer::frames_per_event);
  headless_->session().actions().push_back(AskSource{});
  EXPECT_GE(headless_->run_idle(), Pacer::frames_per_event);
  headless_->session().settle();  // takes the news in, as a wake-up would
  EXPECT_FALSE(headless_->session().update());
}

TEST_F(Frames, AFinishedJobWakesTheWindow) {
  std::atomic<int> wakes = 0;
  auto made = Session::make(sources_, {}, [&] { ++wakes; });
  ASSERT_TRUE(made.ok());
  made.value()->settle();
  EXPECT_GE(wakes.load(), 2);  // both files
  const int before = wakes;
  made.value()->actions().push_back(AskSource{});
  made.value()->settle();
  EXPECT_GT(wakes.load(), before);
}

TEST_F(Frames, AllocateNothingOfOurs) {
  const auto element = headless_->document().layout()->element({7, 2});
  headless_->session().actions().push_back(SetPin{Pick{*element, {7, 2}}});
  headless_->run_idle();
  draw_frames(5);
  const long before = allocations_here();
  EXPECT_GT(before, 0);
  draw_frames(50);
  EXPECT_EQ(allocations_here(), before);
}

TEST_F(Frames, AllocateNothingOfOursInAnyView) {
  for (const ViewMode view :
       {ViewMode::Grids, ViewMode::Combined, ViewMode::Product, ViewMode::Threads, ViewMode::Comparison}) {
    ActionQueue& actions = headless_->session().actions();
    actions.push_back(SetViewMode{view});
    actions.push_back(SetColorBy{ColorBy::Expression});
    actions.push_back(SetFilter{"0-9"});
    actions.push_back(MovePin{});
    actions.push_back(ExtendBand{3, 2});
    headless_->run_idle();
    ASSERT_TRUE(headless_->document().pin && headless_->document().band);
    draw_frames(5);
    const long before = allocations_here();
    draw_frames(20);
    EXPECT_EQ(allocations_here(), before) << static_cast<int>(view);
  }
}

// What a frame costs where nothing moves is printed; a hundred times the goal of one millisecond is a mistake anywhere.
TEST_F(Frames, AllocateNothingOfOursInAnyWorkspace) {
  headless_->session().actions().push_back(MovePin{});
  headless_->session().actions().push_back(ShowView{ViewId::Inspector});
  headless_->session().actions().push_back(FormulaAction(SetFormula{{false, "tid >> 2", "i * 3", ""}}));
  for (const WorkspaceRow& row : workspace_rows) {
    headless_->session().actions().push_back(ShowWorkspace{row.workspace});
    headless_->session().settle();
    headless_->run_idle();
    draw_frames(5);
    EXPECT_FALSE(headless_->step()) << row.word;  // idle: none
    const long before = allocations_here();
    const std::clock_t begin = std::clock();
    for (int frame = 0; frame < 100; ++frame) headless_->draw();
    const double ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / 100;
    EXPECT_EQ(allocations_here(), before) << row.word;
    EXPECT_LT(ms, 100) << row.word;
    std::printf("%.*s: %.3f ms\n", static_cast<int>(row.word.size()), row.word.data(), ms);
  }
}

TEST_F(Frames, AllocateNothingOfOursWhereThereIsNoLayout) {
  headless_->session().actions().push_back(ChooseKind{"wmma.m8n8k4.a.f64.row"});
  headless_->session().actions().push_back(ChooseSource{1});
  headless_->run_idle();
  ASSERT_EQ(headless_->document().layout(), nullptr);
  draw_frames(5);
  const long before = allocations_here();
  EXPECT_GT(before, 0);
  draw_frames(50);
  EXPECT_EQ(allocations_here(), before);
}

}  // namespace
}  // namespace tcviz
