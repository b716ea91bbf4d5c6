// The search for the fewest operators: what it finds afresh, the bound it gives, and what it answers when it is
// stopped.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "gpu/formula/deduce.hpp"
#include "gpu/formula/expression.hpp"
#include "gpu/formula/fewest.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

Function2 function_of(int threads, int values, std::function<int(int, int)> value) {
  return {{"tid", "i"}, {threads, values}, std::move(value)};
}

const Spelled long_start{"not asked", "+", 100};

std::int64_t value_of(const std::string& text, int tid, int i) {
  Variables variables;
  variables[Variable::Tid] = tid;
  variables[Variable::I] = i;
  const auto parsed = parse_expression(text, Inputs::Slot);
  return parsed ? parsed.value->evaluate(variables).value() : -1;
}

void expect_right(const Function2& function, const std::string& text) {
  for (int tid = 0; tid < function.sizes[0]; ++tid)
    for (int i = 0; i < function.sizes[1]; ++i) ASSERT_EQ(value_of(text, tid, i), function.value(tid, i)) << text;
}

// The least number of operators by hand: nothing shorter can read both inputs, or do both steps.
struct Known {
  int threads, values;
  int (*value)(int tid, int i);
  int operators;
};
TEST(Search, FindsTheFewest) {
  const Known all[] = {{32, 8, [](int, int) { return 7; }, 0},
                       {32, 8, [](int tid, int) { return tid; }, 0},
                       {32, 8, [](int tid, int i) { return tid ^ i; }, 1},
                       {32, 8, [](int tid, int i) { return tid * 3 + i; }, 2},
                       {32, 8, [](int tid, int i) { return tid / 4 + i * 8; }, 3},
                       {6, 5, [](int tid, int i) { return tid % 3 * 5 + i; }, 3},
                       {256, 64, [](int tid, int i) { return tid / 64 + i * 4; }, 3},
                       {128, 1, [](int tid, int) { return tid % 100; }, 1}};
  FewestSearch search(false);
  for (const Known& each : all) {
    const Function2 function = function_of(each.threads, each.values, each.value);
    const Fewest found = search.find(function, long_start);
    expect_right(function, found.formula.text);
    EXPECT_EQ(found.formula.operators, each.operators) << found.formula.text;
    EXPECT_EQ(found.none_below, each.operators) << found.formula.text;
  }
}

// The accumulator of sm_75 and later, as if nobody had searched it before.
TEST(Search, TheAccumulatorAfresh) {
  const Layout layout = samples::of_formula(
      {16, 16, 32, 8}, [](int tid, int i) { return (tid / 4 + i / 2 % 2 * 8) * 16 + tid % 4 * 2 + i % 2 + i / 4 * 8; });
  FewestSearch search(false);
  const Deduction found = deduce(layout, Style::Fewest, &search).value();
  EXPECT_EQ(found.row->formula.operators, 4);
  EXPECT_TRUE(found.row->minimal);
  EXPECT_EQ(found.col->formula.operators, 5);
  EXPECT_FALSE(found.col->minimal);
  EXPECT_EQ(found.col->searched_below, 4);
  EXPECT_LE(found.linear->formula.operators, 7);
}

Layout swizzled() {
  return samples::of_formula({8, 32, 32, 8}, [](int tid, int i) { return (i ^ 5) * 32 + (tid ^ i << 1 ^ 9); });
}

TEST(Search, AStopBeforeItsStartLeavesARightFormula) {
  std::stop_source stop;
  stop.request_stop();
  FewestSearch search(false);
  const Layout layout = swizzled();
  const Deduction plain = deduce(layout, Style::C, nullptr).value();
  const Deduction stopped = deduce(layout, Style::Fewest, &search, stop.get_token()).value();
  EXPECT_EQ(stopped.col->formula.text, plain.col->formula.text);
  EXPECT_EQ(stopped.col->searched_below, 1);
  EXPECT_FALSE(stopped.col->minimal);
  EXPECT_EQ(stopped.proved_slots, layout.slots());
  EXPECT_THAT(stopped.note, testing::HasSubstr("stopped"));
  // What was left incomplete is not taken for an answer later.
  const Deduction whole = deduce(layout, Style::Fewest, &search).value();
  EXPECT_GE(whole.col->searched_below, 3);
  EXPECT_EQ(whole.row->formula.text, "i ^ 5");
  EXPECT_THAT(whole.note, testing::Not(testing::HasSubstr("stopped")));
}

TEST(Search, AStopInItsMidstEndsItSoon) {
  // Each bit from somewhere else, so that no table of three operators holds it.
  const Function2 function = function_of(32, 32, [](int tid, int i) { return (tid * 7 ^ i * 11) % 97 * 5; });
  for (const int after : {1, 20, 60, 120}) {
    std::stop_source stop;
    FewestSearch search(false);
    std::chrono::steady_clock::time_point asked;
    std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(after));
      asked = std::chrono::steady_clock::now();
      stop.request_stop();
    });
    const Fewest found = search.find(function, long_start, stop.get_token());
    const auto ended = std::chrono::steady_clock::now();
    asks.join();
    EXPECT_LT(ended - asked, std::chrono::milliseconds(1000)) << after;
    EXPECT_THAT(found.none_below, testing::AllOf(testing::Ge(1), testing::Le(4)));
    EXPECT_EQ(found.formula.text, long_start.text);
  }
}

TEST(Search, TheSpaceIsSaid) {
  EXPECT_THAT(describe_search_space(), testing::HasSubstr("up to three of & | ^ + - * / % << >>"));
}

}  // namespace
}  // namespace tcviz
