// Undo, the walks of the keys, and the counts of a comparison, compared with brute force on a document with fake
// sources; no window, no thread.
#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "app/session/base/differences.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/kinds_list.hpp"
#include "app/session/whole/selection.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* look_acc = "wmma.m16n16k16.acc.f32";
constexpr const char* look_a_row = "wmma.m16n16k16.a.f16.row";
constexpr const char* b_col = "wmma.m16n16k16.b.f16.col";

SourceState answered(const char* name, std::vector<Layout> layouts) {
  SourceState state;
  state.info = {name, SourceClass::Recorded, ""};
  state.stage = Stage::Answered;
  auto answers = std::make_shared<Answers>();
  for (Layout& layout : layouts) {
    state.kinds.push_back(layout.kind());
    answers->results.push_back({layout.kind(), std::move(layout)});
  }
  state.answers = std::move(answers);
  return state;
}

// The sample with the elements of some slots exchanged.
Layout shuffled(const char* kind, std::vector<std::pair<int, int>> slots) {
  const Layout plain = sample_layout(kind, sample_provenance());
  LayoutData data{kind,           plain.rows(),         plain.cols(),        plain.threads(),
                  plain.values(), plain.element_bits(), sample_provenance(), {plain.map().begin(), plain.map().end()}};
  for (const auto& [a, b] : slots)
    std::swap(data.map[static_cast<std::size_t>(a)], data.map[static_cast<std::size_t>(b)]);
  return Layout::make(std::move(data)).value();
}

// Source 0 knows a whole product, source 1 an accumulator with three elements elsewhere.
class Looks : public testing::Test {
 protected:
  Looks() {
    d_.kinds = make_entries(catalogue(), {});
    std::vector<Layout> product;
    for (const char* kind : {look_acc, look_a_row, b_col}) product.push_back(sample_layout(kind, sample_provenance()));
    d_.sources.push_back(answered("recorded:sm_90", std::move(product)));
    d_.sources.push_back(answered("published:sm_70", {shuffled(look_acc, {{0, 9}, {9, 100}})}));
    d_.kind = look_acc;
  }
  void act(const Action& action) { apply_action(d_, action); }
  const Look& look() const { return d_; }

  Document d_;
  const Pick pick_{{9, 6}, {7, 2}};
};

TEST_F(Looks, EveryChangeIsUndoneAndRedoneInOrder) {
  const std::vector<Action> changes = {SetPin{pick_},
                                       SetViewMode{ViewMode::Combined},
                                       SetColorBy{ColorBy::Quad},
                                       SetLabelBy{LabelBy::Element},
                                       SetPalette{Palette::Print},
                                       SetFilter{"0-7"},
                                       SetExpression{"row"},
                                       SetBand{Band{{0, 0}, {3, 3}}},
                                       CompareWith{1, ""},
                                       SetViewMode{ViewMode::Comparison},
                                       SwapSides{},
                                       SetOnlyDifferences{true},
                                       ChooseKind{look_a_row},
                                       ChooseSource{0}};
  std::vector<Look> states = {look()};
  for (const Action& change : changes) {
    act(change);
    ASSERT_FALSE(look() == states.back()) << "change " << states.size();
    states.push_back(look());
  }
  for (std::size_t s = states.size() - 1; s-- > 0;) {
    act(Undo{});
    EXPECT_TRUE(look() == states[s]) << s;
  }
  act(Undo{});  // nothing is left
  EXPECT_TRUE(look() == states[0]);
  for (std::size_t s = 1; s < states.size(); ++s) {
    act(Redo{});
    EXPECT_TRUE(look() == states[s]) << s;
  }
  act(Redo{});
  EXPECT_TRUE(look() == states.back());
}

// The stacks against a plain list of states and a place in it.
TEST_F(Looks, ANewChangeForgetsWhatWasUndone) {
  std::mt19937 random(7);
  std::vector<Look> states = {look()};
  std::size_t at = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    const auto choice = random() % 5;
    if (choice == 0) {
      act(Undo{});
      at -= at > 0 ? 1U : 0U;
    } else if (choice == 1) {
      act(Redo{});
      at += at + 1 < states.size() ? 1U : 0U;
    } else {
      act(SetColorBy{static_cast<ColorBy>(random() % 9)});
      if (!(look() == states[at])) {
        states.resize(++at);
        states.push_back(look());
      }
    }
    if (at > most_undo / 2) return;  // older ones are forgotten
    ASSERT_TRUE(look() == states[at]) << turn;
  }
}

TEST_F(Looks, OnlyTheLatestAreKept) {
  for (std::size_t n = 0; n < most_undo + 30; ++n) act(SetColorBy{n % 2 == 0 ? ColorBy::Row : ColorBy::Col});
  EXPECT_EQ(d_.undo.size(), most_undo);
}

TEST_F(Looks, AWalkOrAWordIsOneStep) {
  act(SetPin{pick_});
  for (int step = 0; step < 5; ++step) act(MovePin{0, 1});
  act(StepThread{1});
  act(Undo{});
  EXPECT_EQ(d_.pin, pick_);  // before the walk
  act(Undo{});
  EXPECT_FALSE(d_.pin.has_value());
  for (const char* text : {"0", "0-", "0-7"}) act(SetFilter{text});
  for (const char* text : {"r", "ro", "row"}) act(SetExpression{text});
  act(Undo{});
  EXPECT_EQ(d_.filter, "0-7");
  act(Undo{});
  EXPECT_EQ(d_.filter, "");
}

TEST_F(Looks, EscIsUndoneToo) {
  act(SetPin{pick_});
  act(MovePin{0, 1});
  act(SetPin{std::nullopt});
  act(Undo{});
  EXPECT_EQ(d_.pin, (Pick{{9, 7}, {7, 3}}));
}

TEST_F(Looks, ADragIsOneStepAndTheNextDragAnother) {
  const auto drag = [&](int rows) {
    for (int row = 0; row <= rows; ++row) act(SetBand{Band{{0, 0}, {row, 2}}, row > 0});
  };
  drag(5);
  act(SetBand{std::nullopt});
  drag(3);
  act(Undo{});
  EXPECT_FALSE(d_.band.has_value());
  act(Undo{});
  EXPECT_EQ(d_.band, (Band{{0, 0}, {5, 2}}));
  act(Undo{});
  EXPECT_FALSE(d_.band.has_value());
}

TEST_F(Looks, WhatIsNotALookIsNotRecorded) {
  act(SetHover{pick_});
  act(SetCamera{{false, 2, {}}});
  act(SetTheme{Theme::Light});
  act(SetFullScreen{true});
  act(SourceProgress{1, 1, 2});
  EXPECT_TRUE(d_.undo.empty());
  EXPECT_TRUE(d_.full_screen);
}

TEST_F(Looks, AnotherViewFitsAndTakesThePinAlong) {
  act(SetPin{pick_});
  act(SetBand{Band{{0, 0}, {3, 3}}});
  act(SetCamera{{false, 3, {}}});
  act(SetViewMode{ViewMode::Product});
  EXPECT_EQ(d_.view, ViewMode::Product);
  EXPECT_TRUE(d_.camera.fit);
  EXPECT_EQ(d_.pin, (Pick{pick_.element, pick_.slot, 2}));
  EXPECT_FALSE(d_.band);
  EXPECT_EQ(d_.kinds_shown(), (std::vector<std::string>{look_a_row, b_col, look_acc}));
  EXPECT_EQ(d_.layouts().size(), 3U);
}

TEST_F(Looks, ABandLiesInsideItsLayout) {
  const Layout& layout = *d_.layout();
  for (int first = -1; first <= layout.rows(); ++first) {
    for (int last = -1; last <= layout.rows(); ++last) {
      act(SetBand{std::nullopt});
      act(SetBand{Band{{first, 0}, {last, 0}}});
      EXPECT_EQ(d_.band.has_value(), first >= 0 && first <= last && last < layout.rows()) << first << ' ' << last;
    }
  }
  act(SetBand{std::nullopt});
  act(SetBand{Band{{0, 0}, {1, 1}, 1}});  // one layout only
  EXPECT_FALSE(d_.band.has_value());
  act(SetViewMode{ViewMode::Threads});
  act(SetBand{Band{{30, 0}, {31, 7}}});  // threads and values
  EXPECT_TRUE(d_.band.has_value());
  act(SetBand{Band{{30, 0}, {31, 8}}});
  EXPECT_EQ(d_.band->last.col, 7);
}

// The corner opposite of the pin walks; against two plain numbers.
TEST_F(Looks, ABandGrowsFromThePin) {
  act(ExtendBand{1, 0});
  EXPECT_FALSE(d_.band.has_value());  // nothing is pinned
  act(SetPin{pick_});
  std::mt19937 random(3);
  int row = 9, col = 6;
  for (int turn = 0; turn < 500; ++turn) {
    const int rows = static_cast<int>(random() % 5) - 2, cols = static_cast<int>(random() % 5) - 2;
    act(ExtendBand{rows, cols});
    row = std::clamp(row + rows, 0, 15);
    col = std::clamp(col + cols, 0, 15);
    const Band expected{{std::min(row, 9), std::min(col, 6)}, {std::max(row, 9), std::max(col, 6)}};
    ASSERT_EQ(d_.band, expected) << turn;
  }
}

TEST_F(Looks, TabVisitsEveryOwnerOnce) {
  act(ChooseKind{look_a_row});
  const Layout& layout = *d_.layout();
  for (int element = 0; element < layout.elements(); ++element) {
    const Element e{element / layout.cols(), element % layout.cols()};
    const std::vector<Slot> owners = layout.owners(e);
    act(SetPin{Pick{e, owners[0]}});
    for (std::size_t step = 1; step <= 2 * owners.size(); ++step) {
      act(StepOwner{1});
      ASSERT_EQ(d_.pin->slot, owners[step % owners.size()]);
    }
    act(StepOwner{-1});
    ASSERT_EQ(d_.pin->slot, owners.back());
  }
}

TEST_F(Looks, ThreadsAreWalkedRoundAndRound) {
  act(StepThread{1});  // nothing pinned: the first cell
  EXPECT_EQ(d_.pin->element, Element{});
  act(SetPin{pick_});
  for (const int step : {1, -1, 5, -7, 32, 100}) {
    const int tid = d_.pin->slot.tid;
    act(StepThread{step});
    EXPECT_EQ(d_.pin->slot, (Slot{((tid + step) % 32 + 32) % 32, 2})) << step;
    EXPECT_EQ(d_.layout()->element(d_.pin->slot), d_.pin->element);
  }
}

TEST_F(Looks, InTheViewOfThreadsArrowsWalkSlots) {
  act(SetViewMode{ViewMode::Threads});
  act(MovePin{});
  EXPECT_EQ(d_.pin->slot, (Slot{0, 0}));
  act(MovePin{1, 0});
  act(MovePin{0, 1});
  EXPECT_EQ(d_.pin->slot, (Slot{1, 1}));
  EXPECT_EQ(d_.layout()->element({1, 1}), d_.pin->element);
  act(MovePin{-5, 0});  // no thread there
  EXPECT_EQ(d_.pin->slot, (Slot{1, 1}));
}

TEST_F(Looks, TheNextOperandKeepsTheThread) {
  act(SetViewMode{ViewMode::Product});
  act(SetPin{Pick{pick_.element, pick_.slot, 2}});
  act(StepLayout{1});
  EXPECT_EQ(d_.pin->layout, 0);
  EXPECT_EQ(d_.pin->slot, pick_.slot);
  EXPECT_EQ(d_.layouts()[0]->element(pick_.slot), d_.pin->element);
  act(StepLayout{-1});
  EXPECT_EQ(d_.pin->layout, 2);
}

TEST_F(Looks, DifferencesAreCountedAsByBruteForce) {
  act(CompareWith{1, ""});
  act(SetViewMode{ViewMode::Comparison});
  const auto layouts = d_.layouts();
  ASSERT_EQ(layouts.size(), 2U);
  std::vector<Element> expected;
  for (int row = 0; row < 16; ++row) {
    for (int col = 0; col < 16; ++col) {
      const Element e{row, col};
      if (layouts[0]->owners(e) != layouts[1]->owners(e)) expected.push_back(e);
    }
  }
  EXPECT_EQ(expected.size(), 3U);  // two exchanges that share a slot move three elements
  EXPECT_EQ(differences(*layouts[0], *layouts[1]), expected);
  for (int round = 0; round < 2; ++round) {
    for (const Element& e : expected) {
      act(StepDifference{1});
      EXPECT_EQ(d_.pin->element, e);
    }
  }
  act(StepDifference{-1});
  EXPECT_EQ(d_.pin->element, expected[expected.size() - 2]);
}

TEST_F(Looks, SidesOfOtherSizesDifferWhereOneEnds) {
  const Layout small = shuffled("wmma.m8n8k4.acc.f64", {{3, 5}}), large = *d_.layout();
  const std::vector<Element> found = differences(small, large);
  const auto outside = [](Element e) { return e.row >= 8 || e.col >= 8; };
  EXPECT_EQ(std::count_if(found.begin(), found.end(), outside), 256 - 64);
  EXPECT_EQ(found.size(), 256U - 64 + 2);  // inside, the samples agree but for the two exchanged
  const auto stop = step_difference(found, small, Element{7, 7}, 1);
  ASSERT_TRUE(stop.has_value());
  EXPECT_FALSE(outside(*stop));
  EXPECT_FALSE(step_difference({}, small, std::nullopt, 1).has_value());
}

TEST_F(Looks, SidesChangePlacesWithTheirPin) {
  act(SwapSides{});  // no comparison: nothing happens
  EXPECT_EQ(d_.source, 0U);
  act(CompareWith{1, ""});
  act(SetViewMode{ViewMode::Comparison});
  act(SetPin{Pick{pick_.element, pick_.slot, 0}});
  const std::vector<const Layout*> before = d_.layouts();
  act(SwapSides{});
  EXPECT_EQ(d_.layouts(), (std::vector<const Layout*>{before[1], before[0]}));
  EXPECT_EQ(d_.pin, (Pick{pick_.element, pick_.slot, 1}));
  act(SwapSides{});
  EXPECT_EQ(d_.layouts(), before);
}

TEST_F(Looks, ComparingWithWhatIsNotThereChangesNothing) {
  const Look before = look();
  act(CompareWith{17, ""});
  act(CompareWith{std::nullopt, "wmma.of.no.catalogue"});
  EXPECT_TRUE(look() == before);
}

TEST_F(Looks, RecentKindsAndFavourites) {
  for (const char* kind : {look_a_row, b_col, look_acc, look_a_row}) act(ChooseKind{kind});
  EXPECT_EQ(d_.recent, (std::vector<std::string>{look_a_row, look_acc, b_col}));
  act(ToggleFavourite{look_acc});
  EXPECT_TRUE(d_.favourites.contains(look_acc));
  act(ToggleFavourite{look_acc});
  EXPECT_TRUE(d_.favourites.empty());
}

// Sources that have not been asked are known by what they can be asked for.
// ldmatrix loads, and has no accumulator.
TEST(ListOfKinds, LeavesOutTheWordThatNothingHas) {
  Document d;
  d.sources.resize(1);
  d.kinds = make_entries(catalogue(), {});
  KindsList list;
  const auto found = [&](const char* search) {
    d.search = search;
    list.follow(d);
    std::set<std::string> operands;
    for (const ListedRow& row : list.rows())
      if (row.is_kind()) operands.insert(row.key.substr(row.key.size() - 7));
    return operands;
  };
  EXPECT_EQ(found("ldmatrix acc f32"), std::set<std::string>{"acc.f32"});
  EXPECT_EQ(list.missing(), "No kind has all these words. Without `ldmatrix`:");
  EXPECT_EQ(found("acc f32 nonsense"), std::set<std::string>{"acc.f32"});
  EXPECT_EQ(list.missing(), "No kind has all these words. Without `nonsense`:");
  EXPECT_EQ(found("acc f32"), std::set<std::string>{"acc.f32"});
  EXPECT_EQ(list.missing(), "");
  EXPECT_TRUE(found("ldmatrix nonsense qqqq zzzz").empty());  // one word less is not enough
  EXPECT_EQ(list.missing(), "");
  EXPECT_TRUE(found("nonsense").empty());
}

TEST(KnownTo, NamesAllSourcesAndCountsTheCompiledOnes) {
  Sources sources = compiled_samples();
  auto session = std::move(Session::make(sources, {}, [] {})).value();
  session->settle();
  const Document& d = session->document();
  const std::string known = known_to(d, "wmma.m16n16k16.acc.f32");
  EXPECT_NE(known.find("recorded:sm_90"), std::string::npos) << known;
  EXPECT_NE(known.find(" and 4 compiled sources"), std::string::npos) << known;
  EXPECT_EQ(known_to(d, "no.such.kind"), "");
}

}  // namespace
}  // namespace tcviz
