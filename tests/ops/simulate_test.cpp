// Every operation on every kind, executed slot by slot on the CPU and held against the host reference.
#include "gpu/run/ops/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "gpu/run/ops/judge.hpp"
#include "gpu/run/ops/reduction.hpp"
#include "gpu/run/ops/run.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

RunRequest request_for(const Operation& operation, const Layout& layout, std::uint64_t seed) {
  return {&operation, layout, {}, usual_scalars(operation), seed, 0, {}, 20};
}

TEST(Simulate, EveryOperationOnEveryKindDoesWhatTheReferenceSays) {
  int runs = 0;
  for (const Layout& layout : all_layouts()) {
    for (const Operation& operation : operations()) {
      if (why_not(operation, *find_kind(layout.kind()))) continue;
      const auto result = run_on_cpu(request_for(operation, layout, static_cast<std::uint64_t>(++runs)));
      ASSERT_TRUE(result) << operation.id << " " << layout.kind() << ": " << result.error().message;
      EXPECT_TRUE(result.value().judgement.verified)
          << operation.id << " " << layout.kind() << ": " << result.value().judgement.sentence;
    }
  }
  EXPECT_GT(runs, 2000);
}

// The steps are followed with sets of elements instead of numbers: at the end every slot must have seen each element of
// its row once and no other.
TEST(FoldSteps, GatherEveryElementOfARowOrColumnOnce) {
  for (const Layout& layout : all_layouts()) {
    for (const Axis axis : {Axis::Rows, Axis::Columns}) {
      const auto steps = fold_steps(layout, axis);
      ASSERT_TRUE(steps) << layout.kind() << ": " << steps.error().message;
      std::vector<std::multiset<Element>> seen;
      for (int n = 0; n < layout.slots(); ++n) seen.push_back({*layout.element(layout.slot(n))});
      for (const FoldStep& step : steps.value()) {
        const auto old = seen;
        for (int n = 0; n < layout.slots(); ++n) {
          const Slot slot = layout.slot(n);
          const int partner = (slot.tid ^ step.tid_xor) * layout.values() + (slot.i ^ step.i_xor);
          seen[static_cast<std::size_t>(n)].insert(old[static_cast<std::size_t>(partner)].begin(),
                                                   old[static_cast<std::size_t>(partner)].end());
        }
      }
      for (int n = 0; n < layout.slots(); ++n) {
        const Element own = *layout.element(layout.slot(n));
        std::multiset<Element> line;
        for (int k = 0; k < (axis == Axis::Rows ? layout.cols() : layout.rows()); ++k) {
          line.insert(axis == Axis::Rows ? Element{own.row, k} : Element{k, own.col});
        }
        ASSERT_EQ(seen[static_cast<std::size_t>(n)], line) << layout.kind() << " slot " << n;
      }
    }
  }
}

// Each operation must be caught when it is done wrongly: the values of one layout, judged at the places of another.
TEST(Judge, AWrongLayoutFails) {
  const Layout here = recorded("wmma.m16n16k16.acc.f32");
  Layout wrong = published_volta();
  const auto try_operation = [&](std::string_view id) {
    const Operation& operation = *find_operation(id);
    const Problem problem = make_problem(operation, *find_kind(here.kind()), usual_scalars(operation), 5);
    const auto body = read_body(operation, "", ElementType::F32);
    Fragments fragments = simulate(operation, body.value(), wrong, problem).value();
    for (int n = 0; n < here.slots(); ++n) fragments.there[static_cast<std::size_t>(n)] = here.element(here.slot(n));
    return judge(operation, body.value(), problem, fragments, here.values());
  };
  for (const std::string_view id :
       {"upper", "lower_strict", "scale_rows", "bias", "row_sum", "make_identity", "causal"}) {
    const OperationVerdict verdict = try_operation(id);
    EXPECT_FALSE(verdict.verified) << id;
    EXPECT_NE(verdict.sentence.find("are wrong; the first: tid"), std::string::npos) << verdict.sentence;
  }
  EXPECT_TRUE(try_operation("zero").verified);  // needs no layout
}

TEST(Judge, OwnersThatDisagreeFail) {
  const Layout layout = recorded("wmma.m16n16k16.a.f16.row");
  ASSERT_GT(layout.replication(), 1);
  const RunRequest request{find_operation("body"), layout, "x = i", {}, 1, 0, {}, 20};
  const auto result = run_on_cpu(request);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result.value().judgement.owners_agree);
  EXPECT_FALSE(result.value().judgement.verified);
}

// The interpreter is no judge of itself.
TEST(Judge, AnOwnBodyOnTheCpuIsComputedNotVerified) {
  const Layout layout = recorded("wmma.m16n16k16.acc.f32");
  for (const char* const operation : {"body", "upper"}) {
    const RunRequest request{find_operation(operation), layout, "x = row * 3 + col", {}, 1, 0, {}, 20};
    const auto result = run_on_cpu(request);
    ASSERT_TRUE(result);
    const OperationVerdict& verdict = result.value().judgement;
    EXPECT_FALSE(verdict.verified) << operation;
    EXPECT_TRUE(verdict.computed) << operation;
    EXPECT_FALSE(verdict.failed());
    EXPECT_EQ(verdict.word(), "computed");
    EXPECT_NE(verdict.sentence.find("only the interpreter that computed them"), std::string::npos) << verdict.sentence;
  }
}

TEST(Judge, ReplicasAreAskedOneByOne) {
  const Layout layout = recorded("wmma.m16n16k16.a.f16.row");
  const Operation& operation = *find_operation("upper");
  const Problem problem = make_problem(operation, *find_kind(layout.kind()), {}, 5);
  const auto body = read_body(operation, "", ElementType::F16);
  Fragments fragments = simulate(operation, body.value(), layout, problem).value();
  const Slot second = layout.owners({0, 1}).back();
  fragments.after[static_cast<std::size_t>(second.tid * layout.values() + second.i)] += 1;
  const OperationVerdict verdict = judge(operation, body.value(), problem, fragments, layout.values());
  EXPECT_EQ(verdict.wrong, 1);
  EXPECT_FALSE(verdict.owners_agree);
}

struct BadRequest {
  std::string_view operation, kind, body;
  int d;
  std::string_view says;
};

TEST(Run, BadRequestsSayWhatIsWrong) {
  const BadRequest rows[] = {
      {"softmax", "wmma.m16n16k16.acc.s32", "", 0, "no fractions"},
      {"upper", "wmma.m8n8k32.a.s4.row", "", 0, "packed"},
      {"load_converted", "wmma.m16n16k16.acc.f32", "", 0, "loses nothing"},
      {"map", "wmma.m16n16k16.acc.f32", "", 16, "0 to 15"},
      {"map", "wmma.m16n16k16.acc.f32", "", -1, "0 to 15"},
      {"body", "wmma.m16n16k16.acc.f32", "x = rwo", 0, "row"},
      {"body", "wmma.m16n16k16.acc.f32", "x = u[-1]", 0, "outside"},
      {"body", "wmma.m16n16k16.acc.f32", "out[99999] = x", 0, "outside"},
      {"body", "wmma.m16n16k16.acc.f32", "while (1) x = x + 1", 0, "steps"},
      {"body", "wmma.m16n16k16.acc.s32", "x = 1 / (col - 3)", 0, "division by zero"},
  };
  for (const BadRequest& row : rows) {
    const RunRequest request{
        find_operation(row.operation), recorded(row.kind), std::string(row.body), {1, 0, row.d}, 1, 0, {}, 20};
    const auto result = run_on_cpu(request);
    ASSERT_FALSE(result) << row.operation << " " << row.body;
    EXPECT_NE(result.error().message.find(row.says), std::string::npos) << result.error().message;
  }
}

TEST(Run, ScalarsThatNoNumberOfTheKindHoldsAreRefused) {
  const double inf = HUGE_VAL;
  const auto of = [](const char* operation, const char* kind, Scalars scalars) {
    return run_on_cpu(RunRequest{find_operation(operation), recorded(kind), {}, scalars, 1, 0, {}, 20});
  };
  for (const Scalars& scalars : {Scalars{1e300, 0, 3}, Scalars{-inf, 0, 3}, Scalars{NAN, 0, 3}, Scalars{1, 1e300, 3}}) {
    const auto result = of("map", "wmma.m16n16k16.acc.s32", scalars);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("from -2147483647 to 2147483647"), std::string::npos)
        << result.error().message;
    EXPECT_TRUE(of("map", "wmma.m16n16k16.acc.f32", scalars)) << "a fraction may be as large";
  }
  EXPECT_TRUE(of("map", "wmma.m16n16k16.acc.s32", {-2147483647, 0, 3}));
  for (const int d : {std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 65537}) {
    const auto result = of("upper", "wmma.m16n16k16.acc.f32", {1, 0, d});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("from -65536 to 65536"), std::string::npos) << result.error().message;
  }
  EXPECT_TRUE(of("upper", "wmma.m16n16k16.acc.f32", {1, 0, 65536}));
}

TEST(Run, TheSameSeedGivesTheSameNumbers) {
  const RunRequest request = request_for(*find_operation("scale_rows"), recorded("wmma.m16n16k16.acc.f32"), 42);
  const auto first = run_on_cpu(request), second = run_on_cpu(request);
  EXPECT_EQ(first.value().after, second.value().after);
  RunRequest other = request;
  other.seed = 43;
  EXPECT_NE(run_on_cpu(other).value().after, first.value().after);
}

}  // namespace
}  // namespace tcviz
