// Every action, on a document with fake sources; no window, no thread.
#include "app/session/whole/action.hpp"

#include <limits>

#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* acc = "wmma.m16n16k16.acc.f32";
constexpr const char* a_row = "wmma.m16n16k16.a.f16.row";

// Sources: 0 has answered for two kinds, 1 for one of them, 2 is a GPU that has not been asked.
class Actions : public testing::Test {
 protected:
  Actions() {
    d_.kinds = make_entries(catalogue(), {});
    d_.sources = {answered("recorded:sm_90", {acc, a_row}), answered("published:sm_70", {acc}), SourceState{}};
    d_.sources[2].info = {"cuda:0", SourceClass::Gpu, "Fake GPU"};
    d_.sources[2].kinds = {acc, a_row};
    d_.kind = acc;
  }
  static SourceState answered(const char* name, std::vector<std::string> kinds) {
    SourceState state;
    const bool recorded = std::string_view(name).starts_with("recorded");
    state.info = {name, recorded ? SourceClass::Recorded : SourceClass::Published, ""};
    auto answers = std::make_shared<Answers>();
    for (const std::string& kind : kinds) answers->results.push_back({kind, sample_layout(kind, sample_provenance())});
    state.kinds = std::move(kinds);
    state.stage = Stage::Answered;
    state.answers = std::move(answers);
    return state;
  }
  void act(const Action& action) { apply_action(d_, action); }

  Document d_;
  const Pick pick_{{9, 6}, {7, 2}};  // true of the accumulator: window.png shows it
};

TEST_F(Actions, ChoosingAKindFitsTheGridsAndFreesThePin) {
  act(SetPin{pick_});
  act(SetCamera{{false, 3, {0.1F, 0.2F}}});
  act(ChooseKind{a_row});
  EXPECT_EQ(d_.kind, a_row);
  EXPECT_TRUE(d_.camera.fit);
  EXPECT_FALSE(d_.pin.has_value());
  act(ChooseKind{"wmma.of.no.catalogue"});
  EXPECT_EQ(d_.kind, a_row);
}

TEST_F(Actions, ACameraThatIsNowhereIsNotTaken) {
  act(SetCamera{{false, 2, {0.25F, 0.5F}}});
  const Camera before = d_.camera;
  const float none = std::numeric_limits<float>::quiet_NaN();
  for (const Camera& camera : {Camera{false, none, {0, 0}}, Camera{false, 0, {0, 0}}, Camera{false, 1, {none, 0}},
                               Camera{false, 1, {0, std::numeric_limits<float>::infinity()}}})
    act(SetCamera{camera});
  EXPECT_EQ(d_.camera.zoom, before.zoom);
  EXPECT_EQ(d_.camera.center.x, before.center.x);
  EXPECT_EQ(d_.camera.center.y, before.center.y);
}

TEST_F(Actions, AViewOfTheFormulaWorkspaceStaysThere) {
  act(ShowWorkspace{Workspace::Formula});
  act(SetViewMode{ViewMode::Combined});
  EXPECT_EQ(d_.workspace, Workspace::Formula);
  EXPECT_EQ(d_.view, ViewMode::Combined);
  act(SetViewMode{ViewMode::Comparison});
  EXPECT_EQ(d_.workspace, Workspace::Compare);
}

TEST_F(Actions, APinTakesThePlaceOfTheFirstSteps) {
  act(ShowView{ViewId::Start});
  act(SetPin{pick_});
  EXPECT_FALSE(d_.views[ViewId::Start].open);
  EXPECT_TRUE(d_.views[ViewId::Inspector].open);
}

TEST_F(Actions, OnlyWhatIsTrueOfTheLayoutIsPinned) {
  act(SetPin{pick_});
  EXPECT_EQ(d_.pin, pick_);
  act(SetPin{Pick{{9, 6}, {7, 3}}});  // x[3] of thread 7 is element (9, 7)
  EXPECT_EQ(d_.pin, pick_);
  act(SetHover{Pick{{99, 0}, {0, 0}}});
  EXPECT_FALSE(d_.hover.has_value());
  act(SetPin{std::nullopt});
  EXPECT_FALSE(d_.pin.has_value());
}

TEST_F(Actions, AMovedPinStaysInsideAndTakesTheNewOwner) {
  act(SetPin{pick_});
  act(MovePin{0, 1});
  EXPECT_EQ(d_.pin, (Pick{{9, 7}, {7, 3}}));
  act(MovePin{1, 0});
  EXPECT_EQ(d_.pin, (Pick{{10, 7}, {11, 3}}));
  act(MovePin{6, 0});  // row 16 is outside
  EXPECT_EQ(d_.pin, (Pick{{10, 7}, {11, 3}}));
}

TEST_F(Actions, AMovedPinKeepsItsPlaceAmongReplicas) {
  act(ChooseKind{a_row});
  const Layout& layout = *d_.layout();
  ASSERT_EQ(layout.owners({0, 0}).size(), 2U);
  act(SetPin{Pick{{0, 0}, layout.owners({0, 0})[1]}});
  act(MovePin{0, 1});
  EXPECT_EQ(d_.pin, (Pick{{0, 1}, layout.owners({0, 1})[1]}));
}

TEST_F(Actions, APinOutlivesAChangeOfSourceWhereItStaysTrue) {
  act(SetPin{pick_});
  act(SetHover{pick_});
  act(ChooseSource{1});
  EXPECT_EQ(d_.source, 1U);
  EXPECT_EQ(d_.pin, pick_);  // same map there
  EXPECT_FALSE(d_.hover.has_value());
  act(ChooseSource{17});
  EXPECT_EQ(d_.source, 1U);
}

TEST_F(Actions, ChoosingAGpuAsksItOnce) {
  act(ChooseSource{2});
  EXPECT_EQ(d_.sources[2].stage, Stage::Wanted);
  EXPECT_EQ(d_.layout(), nullptr);  // nobody else's table
  act(SourceProgress{2, 1, 2});
  EXPECT_EQ(d_.sources[2].stage, Stage::Running);
  act(ChooseSource{0});
  act(ChooseSource{2});
  EXPECT_EQ(d_.sources[2].stage, Stage::Running);
  act(StopSource{});
  EXPECT_TRUE(d_.sources[2].stop_wanted);
  act(SourceAnswered{2, true, nullptr});
  EXPECT_EQ(d_.sources[2].stage, Stage::Stopped);
  EXPECT_FALSE(d_.sources[2].stop_wanted);
  act(ChooseSource{2});  // choosing does not start what was stopped
  EXPECT_EQ(d_.sources[2].stage, Stage::Stopped);
  act(AskSource{});
  EXPECT_EQ(d_.sources[2].stage, Stage::Wanted);
}

TEST_F(Actions, AStoppedProbeKeepsWhatWasKnown) {
  act(ChooseSource{2});
  const auto known = d_.sources[0].answers;
  act(SourceAnswered{2, false, known});
  ASSERT_NE(d_.layout(), nullptr);
  act(AskSource{});
  act(SourceAnswered{2, true, std::make_shared<Answers>()});
  EXPECT_EQ(d_.sources[2].answers, known);
}

TEST_F(Actions, UiScaleHasStepsAndEnds) {
  act(StepUiScale{1});
  EXPECT_EQ(d_.ui_percent, 110);
  act(StepUiScale{-2});
  EXPECT_EQ(d_.ui_percent, 90);
  act(StepUiScale{-100});
  EXPECT_EQ(d_.ui_percent, min_ui_percent);
  act(StepUiScale{100});
  EXPECT_EQ(d_.ui_percent, max_ui_percent);
  act(StepUiScale{0});
  EXPECT_EQ(d_.ui_percent, 100);
  act(SetUiScale{-5});
  EXPECT_EQ(d_.ui_percent, min_ui_percent);
}

TEST_F(Actions, TheRestIsPlain) {
  act(SetTheme{Theme::Light});
  EXPECT_EQ(d_.theme, Theme::Light);
  act(ToggleHeading{"wmma"});
  EXPECT_TRUE(d_.closed.contains("wmma"));
  act(ToggleHeading{"wmma"});
  EXPECT_TRUE(d_.closed.empty());
  act(ShowHelp{true});
  act(ShowAbout{true});
  EXPECT_TRUE(d_.help_open && d_.about_open);
  act(FocusSearch{});
  EXPECT_EQ(d_.search_focuses, 1);
  EXPECT_TRUE(d_.views[ViewId::Kinds].open);
  act(Quit{});
  EXPECT_TRUE(d_.quit);
}

TEST_F(Actions, WhyThereIsNoLayout) {
  act(ChooseKind{a_row});
  act(ChooseSource{1});
  NoLayout none = why_no_layout(d_);
  EXPECT_EQ(none.remedy, NoLayout::Remedy::ChooseOther);
  EXPECT_EQ(none.others, std::vector<std::size_t>{0});
  EXPECT_NE(none.reason.find(a_row), std::string::npos);
  d_.source = 2;
  EXPECT_EQ(why_no_layout(d_).remedy, NoLayout::Remedy::Ask);
  act(AskSource{});
  EXPECT_EQ(why_no_layout(d_).remedy, NoLayout::Remedy::Wait);
  auto answers = std::make_shared<Answers>();
  answers->results.push_back({a_row, unavailable("cudaErrorNoKernelImageForDevice: too old")});
  act(SourceAnswered{2, false, answers});
  none = why_no_layout(d_);
  EXPECT_EQ(none.title, "Not probed on this device");
  EXPECT_EQ(none.reason, "cudaErrorNoKernelImageForDevice: too old");
}

}  // namespace
}  // namespace tcviz
