// Every spelling of every layout that is known here is read back and right on every slot.
#include "gpu/language/deduce/deduce.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/formula/check.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/layout/layout_file.hpp"
#include "tests/formula/every_layout.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

std::vector<Layout> layouts_of(const std::string& file) {
  auto layouts = read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / file);
  EXPECT_TRUE(layouts.ok()) << layouts.error().message;
  return layouts.ok() ? std::move(layouts).value() : std::vector<Layout>{};
}

Layout deduce_layout_of(const std::string& file, const std::string& kind) {
  for (Layout& layout : layouts_of(file))
    if (layout.kind() == kind) return std::move(layout);
  ADD_FAILURE() << kind;
  return samples::make(samples::data_of({1, 1, 1, 1}, {0}));
}

// A check of its own: the text evaluated slot by slot, against the layout's own answers.
void expect_right(const Layout& layout, const std::string& text, Quantity value) {
  const auto formula = read_formula(text, {Inputs::Slot, value});
  ASSERT_TRUE(formula) << text << ": " << formula.diagnostics.front().message;
  Interpreter run(formula.value->program);
  Variables variables = constants_of(layout);
  for (std::int32_t number = 0; number < layout.slots(); ++number) {
    const Slot slot = layout.slot(number);
    const Element element = *layout.element(slot);
    variables[Variable::Tid] = slot.tid;
    variables[Variable::I] = slot.i;
    ASSERT_EQ(run.run(variables), RunState::Done) << text;
    const auto expect = [&](Quantity quantity, int expected) {
      if (formula.value->has(quantity)) {
        ASSERT_EQ(run.output(formula.value->output_of(quantity)), expected) << layout.kind() << "\n" << text;
      }
    };
    expect(Quantity::Row, element.row);
    expect(Quantity::Col, element.col);
    expect(Quantity::Linear, element.row * layout.cols() + element.col);
  }
}

// Every style of every kind of every source; the time of it all stands in the test's report.
TEST(Deduce, EverySpellingOfEveryKindAndSourceIsReadBack) {
  const auto all = every_layout(TCVIZ_LAYOUT_FILES);
  FewestSearch search;
  std::set<std::string> devices, kinds;
  std::size_t texts = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& [device, layout] : all) {
    devices.insert(device);
    kinds.insert(layout.kind());
    Deducer deducer(layout);
    for (std::size_t style = 0; style < style_names.size(); ++style) {
      const auto found = deducer.deduce(static_cast<Style>(style), &search);
      ASSERT_TRUE(found.ok()) << layout.kind() << " " << style_names[style] << ": " << found.error().message;
      EXPECT_EQ(found.value().proved_slots, layout.slots());
      if (static_cast<Style>(style) != Style::Python) expect_right(layout, found.value().text, Quantity::Linear);
      if (found.value().linear) expect_right(layout, found.value().linear->formula.text, Quantity::Linear);
      ++texts;
    }
  }
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  RecordProperty("texts", static_cast<int>(texts));
  RecordProperty("milliseconds", static_cast<int>(spent.count()));
  EXPECT_EQ(kinds.size(), 75u);
  for (const char* device : {"recorded:sm_90", "published:sm_70", "published:sm_75", "published:sm_80",
                             "compiled:sm_70", "compiled:sm_75", "compiled:sm_80", "compiled:sm_90", "compiled:sm_121"})
    EXPECT_TRUE(devices.contains(device)) << device;
  EXPECT_EQ(texts, all.size() * style_names.size());
}

// Owners are asked of the layout, not of the checker.
TEST(Deduce, InversesNameEveryOwnerOnce) {
  for (const auto& [device, layout] : every_distinct_layout(TCVIZ_LAYOUT_FILES)) {
    const auto found = deduce_inverse(layout, Style::C);
    ASSERT_TRUE(found.ok()) << layout.kind() << ": " << found.error().message;
    EXPECT_EQ(found.value().replicas, layout.replication());
    const auto tid = read_formula(found.value().tid->formula.text, {Inputs::Element, Quantity::Tid});
    const auto i = read_formula(found.value().i->formula.text, {Inputs::Element, Quantity::I});
    Interpreter run_tid(tid.value->program), run_i(i.value->program);
    Variables at;
    for (int row = 0; row < layout.rows(); ++row)
      for (int col = 0; col < layout.cols(); ++col) {
        std::vector<Slot> named;
        for (int r = 0; r < layout.replication(); ++r) {
          at[Variable::Row] = row, at[Variable::Col] = col, at[Variable::R] = r;
          ASSERT_EQ(run_tid.run(at), RunState::Done);
          ASSERT_EQ(run_i.run(at), RunState::Done);
          named.push_back({static_cast<int>(run_tid.output(0)), static_cast<int>(run_i.output(0))});
        }
        ASSERT_THAT(named, testing::UnorderedElementsAreArray(layout.owners({row, col})));
      }
  }
}

// What a trial by exhaustive search found for the accumulator of sm_75 and later.
TEST(Deduce, TheAccumulatorsFewest) {
  FewestSearch search;
  const Layout layout = deduce_layout_of("sm_90.json", "wmma.m16n16k16.acc.f32");
  const Deduction c = deduce(layout, Style::C, &search).value(),
                  fewest = deduce(layout, Style::Fewest, &search).value();
  EXPECT_EQ(c.row->formula.operators, 4);
  EXPECT_TRUE(c.row->minimal);
  EXPECT_EQ(c.col->formula.operators, 6);
  EXPECT_LE(c.linear->formula.operators, 10);
  EXPECT_EQ(fewest.row->formula.operators, 4);
  EXPECT_EQ(fewest.col->formula.operators, 5);
  EXPECT_LE(fewest.linear->formula.operators, 7);
}

TEST(Deduce, EveryKindIsKeptSoThatNothingIsSearchedHere) {
  FewestSearch search;
  for (const auto& [device, layout] : every_distinct_layout(TCVIZ_LAYOUT_FILES)) {
    const auto found = deduce(layout, Style::Fewest, &search);
    ASSERT_TRUE(found.ok());
    const Spelling& row = *found.value().row;
    EXPECT_TRUE(row.searched_below > 0 || row.formula.operators == 0) << layout.kind();
    expect_right(layout, found.value().row->formula.text, Quantity::Row);
    expect_right(layout, found.value().col->formula.text, Quantity::Col);
    expect_right(layout, found.value().linear->formula.text, Quantity::Linear);
  }
}

// Bits that cross, and a constant: the swizzles of shared memory.
TEST(Deduce, ExclusiveOrAndConstants) {
  const Layout layout =
      samples::of_formula({8, 32, 32, 8}, [](int tid, int i) { return ((i ^ 5) * 32) + (tid ^ (i << 1) ^ 9); });
  for (const Style style : {Style::C, Style::DivMod, Style::Bases, Style::Function}) {
    const auto found = deduce(layout, style, nullptr);
    ASSERT_TRUE(found.ok()) << found.error().message;
    expect_right(layout, found.value().text, Quantity::Linear);
  }
  EXPECT_FALSE(deduce(layout, Style::Cute, nullptr).ok());
}

// No power of two: digits in mixed radix, then pieces, then a table that says that it is one.
TEST(Deduce, WhatIsNotLinear) {
  const Layout sixes =
      samples::of_formula({6, 15, 30, 3}, [](int tid, int i) { return tid / 5 * 15 + tid % 5 + i * 5; });
  const auto found = deduce(sixes, Style::C, nullptr);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().row->formula.text, "tid / 5");
  expect_right(sixes, found.value().text, Quantity::Linear);
  EXPECT_EQ(deduce(sixes, Style::Cute, nullptr).value().text, "((5,6),3):((6,1),30)");

  const Layout broken =
      samples::of_formula({4, 6, 8, 3}, [](int tid, int i) { return tid < 5 ? tid * 3 + i : 23 - (tid - 5) * 3 - i; });
  const auto pieces = deduce(broken, Style::C, nullptr);
  ASSERT_TRUE(pieces.ok());
  EXPECT_TRUE(pieces.value().linear);
  expect_right(broken, pieces.value().linear->formula.text, Quantity::Linear);

  std::mt19937 random(3);
  std::vector<std::int32_t> map(256);
  for (int at = 0; at < 256; ++at) map[at] = at;
  std::ranges::shuffle(map, random);
  const auto table = deduce(samples::make(samples::data_of({16, 16, 32, 8}, map)), Style::Function, nullptr);
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(table.value().is_table);
  EXPECT_THAT(table.value().note, testing::HasSubstr("table"));
  EXPECT_FALSE(deduce(samples::make(samples::data_of({16, 16, 32, 8}, map)), Style::Ptx, nullptr).ok());
}

}  // namespace
}  // namespace tcviz
