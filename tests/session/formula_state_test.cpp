// Formulae as a part of the document: typing, undo, saving, hiding, and the file that keeps them.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/session/formula/formula_file.hpp"
#include "app/session/formula/formula_judge.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/link.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

const FormulaText right{false, "((i & 2) << 2) + ((tid & 28) >> 2)", "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 1)", ""};
const FormulaText wrong{false, "tid", "i", ""};

class Formulae : public testing::Test {
 protected:
  Formulae() {
    folder_ = fs::temp_directory_path() / ("tcviz-formulae-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    start();
  }
  ~Formulae() override { fs::remove_all(folder_); }

  void start() {
    WindowOptions options;
    options.config_folder = folder_;
    session_ = std::move(Session::make(sources_, options, [] {})).value();
    act(Action(ShowWorkspace{Workspace::Formula}));
    session_->settle();
  }
  void act(const FormulaAction& action) { act(Action(action)); }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->update();
  }
  const Document& document() const { return session_->document(); }
  const FormulaState& state() const { return document().formulae; }
  Judgement judgement() const { return state().judged->judgement; }
  fs::path file() const { return folder_ / "formulae.json"; }

  fs::path folder_;
  Sources sources_ = sample_sources();
  std::unique_ptr<Session> session_;
};

TEST_F(Formulae, AreCheckedAsTheyAreTyped) {
  ASSERT_TRUE(state().judged);
  EXPECT_EQ(judgement(), Judgement::Empty);
  EXPECT_TRUE(formula_marks(document()).empty());
  act(SetFormula{wrong});
  EXPECT_EQ(judgement(), Judgement::Wrong);
  act(SetFormula{right});
  EXPECT_EQ(judgement(), Judgement::Right);
  const auto marks = formula_marks(document());
  ASSERT_EQ(marks.size(), 256U);
  for (const CellMark mark : marks) EXPECT_EQ(mark, CellMark::Right);
}

// A verdict for every letter; repairs, which take longer, for what was typed last.
TEST_F(Formulae, RepairsComeAfterTheVerdict) {
  const std::string col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)";
  for (std::size_t typed = 1; typed <= col.size(); ++typed) {
    act(SetFormula{{false, right.row, col.substr(0, typed), ""}});
    ASSERT_TRUE(state().judged);
    EXPECT_TRUE(state().judged->repairs.empty()) << typed;
  }
  EXPECT_EQ(judgement(), Judgement::Wrong);
  session_->settle();
  const std::vector<FormulaRepair> repairs = state().judged->repairs;
  ASSERT_FALSE(repairs.empty());
  for (const FormulaRepair& repair : repairs) {
    act(UseFormula{repair.text});
    EXPECT_EQ(judgement(), Judgement::Right) << repair.change;
    act(Action(Undo{}));
  }
}

// They come for a text that is no more in the editor.
TEST_F(Formulae, LateRepairsOfAnotherTextAreDropped) {
  act(SetFormula{wrong});
  const auto old = state().judged;
  act(SetFormula{right});
  act(TakeRepairs{old, {{"anything", right}}});
  EXPECT_TRUE(state().judged->repairs.empty());
}

constexpr const char* drafted_kind = "wmma.m16n16k16.acc.f32";
constexpr const char* other_drafted_kind = "wmma.m16n16k16.a.bf16.row";

TEST_F(Formulae, BelongToTheKindThatTheyWereTypedFor) {
  act(SetFormula{right});
  act(Action(ChooseKind{other_drafted_kind}));
  EXPECT_TRUE(document().formula.empty());
  EXPECT_EQ(judgement(), Judgement::Empty);
  act(SetFormula{wrong});
  EXPECT_EQ(judgement(), Judgement::Wrong);
  act(Action(ChooseKind{drafted_kind}));
  EXPECT_EQ(document().formula, right);
  EXPECT_EQ(judgement(), Judgement::Right);
  act(Action(Undo{}));
  EXPECT_EQ(document().kind, other_drafted_kind);
  EXPECT_EQ(document().formula, wrong);
  act(Action(CompareWith{std::nullopt, drafted_kind}));
  act(Action(SetViewMode{ViewMode::Comparison}));
  act(Action(SwapSides{}));
  EXPECT_EQ(document().kind, drafted_kind);
  EXPECT_EQ(document().formula, right);
}

TEST_F(Formulae, MarkCellsWhereTheyAreTypedAlone) {
  act(SetFormula{wrong});
  for (const WorkspaceRow& row : workspace_rows) {
    act(Action(ShowWorkspace{row.workspace}));
    EXPECT_EQ(formula_marks(document()).empty(), row.workspace != Workspace::Formula) << row.word;
    EXPECT_EQ(check_of(document(), *document().layout(), {1, 0}).empty(), row.workspace != Workspace::Formula);
    EXPECT_EQ(judgement(), Judgement::Wrong) << row.word;  // which Layout says beside its own formula
  }
}

// What a run has kept, as the next one reads it.
TEST_F(Formulae, ComeBackForEachKind) {
  act(SetFormula{right});
  act(Action(ChooseKind{other_drafted_kind}));
  act(SetFormula{wrong});
  act(Action(ShowWorkspace{Workspace::Layout}));
  const Result<Settings> kept = read_settings(write_settings({kept_of(document()), std::nullopt, {}}));
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  for (const bool place : {true, false}) {
    start();
    act(Action(WindowAction(Restore{kept.value().kept, place})));
    act(Action(ChooseKind{drafted_kind}));
    EXPECT_EQ(document().formula, right) << place;
    act(Action(ChooseKind{other_drafted_kind}));
    EXPECT_EQ(document().formula, wrong) << place;
  }
}

// Earlier versions kept one text, with the kind on screen.
TEST_F(Formulae, AnOlderFileHasOneDraft) {
  const Result<Settings> old = read_settings(R"({"format": "tcviz-window/1", "at": {"workspace": "layout",
      "kind": "wmma.m16n16k16.a.bf16.row", "row": "tid", "col": "i"}})");
  ASSERT_TRUE(old.ok()) << old.error().message;
  act(Action(WindowAction(Restore{old.value().kept, true})));
  EXPECT_EQ(document().kind, other_drafted_kind);
  EXPECT_EQ(document().formula, wrong);
  EXPECT_TRUE(formula_marks(document()).empty());
  act(Action(ChooseKind{drafted_kind}));
  EXPECT_TRUE(document().formula.empty());
}

// A link shows what its window showed: a draft where drafts are shown. One of mine is not lost to it.
TEST_F(Formulae, TravelWithALinkToTheirWorkspace) {
  act(SetFormula{right});
  const Link shown = link_of(document());
  EXPECT_EQ(shown.kept.at.formula, right);
  act(Action(ShowWorkspace{Workspace::Layout}));
  EXPECT_TRUE(link_of(document()).kept.at.formula.empty());
  act(SetFormula{wrong});
  act(Action(WindowAction(FollowLink{link_of(document())})));
  EXPECT_EQ(document().formula, wrong);
  act(Action(WindowAction(FollowLink{shown})));
  EXPECT_EQ(document().formula, right);
  const std::vector<SavedFormula>& history = state().kept.history;
  EXPECT_NE(std::ranges::find(history, SavedFormula{"", drafted_kind, wrong}), history.end());
}

TEST_F(Formulae, AWordIsUndoneAtOnceAndAnApplicationAlone) {
  act(SetFormula{{false, "t", "", ""}});
  act(SetFormula{{false, "ti", "", ""}});
  act(SetFormula{{false, "tid", "", ""}});
  act(UseFormula{right});
  EXPECT_EQ(document().formula, right);
  act(Action(Undo{}));
  EXPECT_EQ(document().formula.row, "tid");
  act(Action(Undo{}));
  EXPECT_TRUE(document().formula.empty());
  act(Action(Redo{}));
  EXPECT_EQ(document().formula.row, "tid");
}

TEST_F(Formulae, TheCounterexampleIsTheFirstWrongSlot) {
  act(SetFormula{{false, right.row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", ""}});
  EXPECT_EQ(counterexample(document()), (Pick{{0, 2}, {1, 0}, 0}));
  EXPECT_EQ(check_of(document(), *document().layout(), {1, 0}), "expected (0, 2), got (0, 4)");
  EXPECT_EQ(check_of(document(), *document().layout(), {0, 0}), "right");
  act(Action(SetViewMode{ViewMode::Product}));
  EXPECT_EQ(checked_layout(document()), 2);  // the accumulator
  EXPECT_EQ(counterexample(document()), (Pick{{0, 2}, {1, 0}, 2}));
}

// From one counter-example to the next, and around.
TEST_F(Formulae, AStepPinsTheNextCounterexample) {
  act(SetFormula{{false, right.row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", ""}});
  const std::size_t count = mistakes(document()).slots.size();
  EXPECT_EQ(static_cast<std::ptrdiff_t>(count), std::ranges::count(formula_marks(document()), CellMark::Wrong));
  EXPECT_EQ(mistakes(document()).at, 0U);
  for (std::size_t step = 1; step <= count; ++step) {
    act(Action(StepMistake{1}));
    ASSERT_TRUE(document().pin.has_value());
    EXPECT_EQ(mistakes(document()).at, step);
    EXPECT_EQ(document().pin->slot, mistakes(document()).slots[step - 1]);
  }
  act(Action(StepMistake{1}));
  EXPECT_EQ(mistakes(document()).at, 1U);
  act(Action(StepMistake{-1}));
  EXPECT_EQ(mistakes(document()).at, count);
  act(SetFormula{right});
  const auto before = document().pin;
  act(Action(StepMistake{1}));
  EXPECT_EQ(document().pin, before);
}

// The place that a wrong slot gets, by the same interpreter that says it in words.
TEST_F(Formulae, WrongSlotsKnowThePlaceTheyGot) {
  act(SetFormula{{false, right.row, "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)", ""}});
  const std::vector<std::int32_t> got = formula_got(document());
  const std::vector<CellMark> marks = formula_marks(document());
  const Layout& layout = *document().layout();
  ASSERT_EQ(got.size(), marks.size());
  for (std::size_t number = 0; number < got.size(); ++number) {
    if (marks[number] != CellMark::Wrong) continue;
    const std::string words = check_of(document(), layout, layout.slot(static_cast<std::int32_t>(number)));
    const std::string place = got[number] == no_element ? std::string("got ")
                                                        : "got (" + std::to_string(got[number] / layout.cols()) + ", " +
                                                              std::to_string(got[number] % layout.cols()) + ")";
    EXPECT_NE(words.find(place), std::string::npos) << words;
  }
  act(SetFormula{{false, right.row, "", ""}});
  EXPECT_TRUE(formula_got(document()).empty());
}

TEST_F(Formulae, HalfAFormulaGivesNoTicks) {
  act(SetFormula{{false, right.row, "", ""}});
  for (const CellMark mark : formula_marks(document())) EXPECT_EQ(mark, CellMark::None);
  act(SetFormula{{false, "tid >> 2", "", ""}});  // lacks the bit of i
  int wrong_marks = 0;
  for (const CellMark mark : formula_marks(document())) wrong_marks += mark == CellMark::Wrong;
  EXPECT_EQ(wrong_marks, 128);
}

TEST_F(Formulae, AreHiddenUntilRightOrRevealed) {
  act(HideAnswer{});
  EXPECT_TRUE(state().hide_answer);
  act(SetFormula{wrong});
  EXPECT_TRUE(state().hide_answer);
  act(SetFormula{right});
  EXPECT_FALSE(state().hide_answer);
  act(HideAnswer{});  // what is right would give it away
  EXPECT_TRUE(document().formula.empty());
  EXPECT_TRUE(state().hide_answer);
  act(RevealAnswer{});
  EXPECT_FALSE(state().hide_answer);
}

TEST_F(Formulae, AreSavedAtOnceAndComeBack) {
  act(SetFormula{right});
  act(SaveFormula{"mine"});
  act(SetFormula{{true, "", "", "row = tid;\ncol = i;"}});
  act(SaveFormula{"a text"});
  act(SaveFormula{"  "});  // no name
  start();                 // without any farewell, as after a crash
  ASSERT_EQ(state().kept.saved.size(), 2U);
  EXPECT_EQ(state().kept.saved[0], (SavedFormula{"mine", "wmma.m16n16k16.acc.f32", right}));
  EXPECT_EQ(state().kept.saved[1].text.text, "row = tid;\ncol = i;");
  EXPECT_FALSE(state().kept.history.empty());
  act(DropFormula{"mine"});
  start();
  ASSERT_EQ(state().kept.saved.size(), 1U);
  EXPECT_EQ(state().kept.saved[0].name, "a text");
}

TEST_F(Formulae, TwoWindowsKeepEachOthers) {
  act(SetFormula{right});
  WindowOptions options;
  options.config_folder = folder_;
  auto other = std::move(Session::make(sources_, options, [] {})).value();
  other->settle();
  other->actions().push_back(FormulaAction(SetFormula{wrong}));
  other->actions().push_back(FormulaAction(SaveFormula{"theirs"}));
  other->update();
  act(SaveFormula{"ours"});
  start();
  ASSERT_EQ(state().kept.saved.size(), 2U);
  EXPECT_EQ(state().kept.saved[0].name, "theirs");
  EXPECT_EQ(state().kept.saved[1].name, "ours");
}

TEST_F(Formulae, WhatWasTypedLastIsInTheHistory) {
  act(SetFormula{wrong});
  session_->keep_formula();
  start();
  ASSERT_EQ(state().kept.history.size(), 1U);
  EXPECT_EQ(state().kept.history[0].text, wrong);
  EXPECT_TRUE(document().formula.empty());
}

TEST_F(Formulae, ADamagedFileIsSetAside) {
  fs::create_directories(folder_);
  std::ofstream(file()) << "{\"format\": \"tcviz-formulae/1\", \"formulae\": 3}";
  start();
  ASSERT_EQ(document().problems.size(), 1U);
  EXPECT_NE(document().problems[0].find("formulae.json.damaged"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "formulae.json.damaged"));
  act(SetFormula{right});
  act(SaveFormula{"mine"});
  start();
  EXPECT_EQ(state().kept.saved.size(), 1U);
}

TEST_F(Formulae, ATextTooLongIsRefused) {
  act(SetFormula{{true, "", "", std::string(most_formula_bytes + 1, ' ')}});
  EXPECT_TRUE(document().formula.text.empty());
}

TEST(FormulaFileText, ComesBackWhole) {
  KeptFormulae kept;
  kept.saved = {{"a \"quoted\" name", "wmma.m16n16k16.acc.f32", right}, {"\xc3\xa4", "k", {true, "", "", "x\ny"}}};
  kept.history = {{"", "k", wrong}};
  kept.draft = {"", "k", right};
  const Result<KeptFormulae> back = read_formulae(write_formulae(kept));
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value(), kept);
  for (const char* damaged : {"", "[]", "{}", "{\"format\": \"tcviz-formulae/2\"}", "{\"format\": 1}"})
    EXPECT_FALSE(read_formulae(damaged).ok()) << damaged;
}

}  // namespace
}  // namespace tcviz
