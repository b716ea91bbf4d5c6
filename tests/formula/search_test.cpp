// The search for the fewest operators: what it finds afresh, the bound it gives, and what it answers when it is
// stopped.
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/deduce/search_table.hpp"
#include "gpu/language/formula/expression.hpp"
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

// A of f16, whose upper eight values are copies: constants such as 252 are among those searched.
TEST(Search, RunsOfBitsAreConstantsToo) {
  const Function2 function = function_of(
      32, 16, [](int tid, int i) { return (tid / 4 + i / 2 % 2 * 8) * 16 + tid % 4 * 2 + i % 2 + i / 4 % 2 * 8; });
  FewestSearch search(false);
  const Fewest found = search.find(function, long_start);
  expect_right(function, found.formula.text);
  EXPECT_LE(found.formula.operators, 7) << found.formula.text;
}

// What has the right values on the sample alone does not end the search: 3 operators are right everywhere here.
TEST(Search, GoesOnBehindWhatIsRightOnTheSampleAlone) {
  FewestSearch search(false);
  for (const int modulus : {37, 59, 61}) {
    const Function2 function = function_of(128, 32, [=](int tid, int i) { return (tid ^ i * 5) % modulus; });
    const Fewest found = search.find(function, long_start);
    expect_right(function, found.formula.text);
    EXPECT_EQ(found.formula.operators, 3) << found.formula.text;
  }
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

// Steps are counted, not seconds: after a stop no table is filled, and the function is not asked much more.
TEST(Search, AStopInItsMidstEndsItSoon) {
  constexpr int slots = 32 * 32;
  for (const int stop_at : {1, slots, 2 * slots, 2 * slots + 5}) {  // of the values that the search asks for
    std::stop_source stop;
    FewestSearch search(false);
    int asked = 0;
    // Each bit from somewhere else, so that no table of three operators holds it.
    const Function2 function = function_of(32, 32, [&](int tid, int i) {
      if (++asked == stop_at) stop.request_stop();
      return (tid * 7 ^ i * 11) % 97 * 5;
    });
    const Fewest found = search.find(function, long_start, stop.get_token());
    ASSERT_TRUE(stop.stop_requested()) << stop_at;
    EXPECT_LT(asked - stop_at, 4 * slots) << stop_at;
    EXPECT_EQ(found.none_below, 1) << stop_at;  // the step that was begun: every constant, and every input
    EXPECT_EQ(found.formula.text, long_start.text);
  }
}

TEST(Search, AStoppedTableHoldsItsInputsAlone) {
  std::stop_source stop;
  stop.request_stop();
  SearchTable::Values first{}, second{};
  for (std::size_t p = 0; p < first.size(); ++p) {
    first[p] = static_cast<std::int16_t>(p);
    second[p] = static_cast<std::int16_t>(p * p % 31);
  }
  const SearchTable table({"tid", "i"}, {first, second}, stop.get_token());
  EXPECT_EQ(table.size(), 2u);
  EXPECT_FALSE(table.complete());
  const SearchTable::Answer none = table.find(first, stop.get_token());
  ASSERT_TRUE(none.formula.has_value());
  EXPECT_EQ(none.formula->text, "tid");
}

// Another thread asks, as the window does, at any moment of the search.
TEST(Search, AStopByAnotherThreadLeavesARightBound) {
  std::stop_source stop;
  std::atomic<bool> begun = false;
  const Function2 function = function_of(32, 32, [&](int tid, int i) {
    begun = true;
    begun.notify_one();
    return (tid * 7 ^ i * 11) % 97 * 5;
  });
  std::jthread asks([&] {
    begun.wait(false);
    stop.request_stop();
  });
  FewestSearch search(false);
  const Fewest found = search.find(function, long_start, stop.get_token());
  asks.join();
  EXPECT_THAT(found.none_below, testing::AllOf(testing::Ge(1), testing::Le(4)));
  EXPECT_EQ(found.formula.text, long_start.text);
}

TEST(Search, TheSpaceIsSaid) {
  EXPECT_THAT(describe_search_space(), testing::HasSubstr("up to three of & | ^ + - * / % << >>"));
}

}  // namespace
}  // namespace tcviz
