// The table of architectures, and the thread that computes them again.
#include "app/session/whole/architectures.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "app/session/whole/recomputer.hpp"
#include "app/session/whole/session.hpp"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* sum = "wmma.m16n16k16.acc.f32";
constexpr const char* half = "wmma.m16n16k16.acc.f16";

const ArchitectureRow& row_of(const Document& d, const ArchitectureTable& table, std::string_view kind) {
  for (const ArchitectureRow& row : table.rows)
    if (d.kinds[row.entry].id == kind) return row;
  ADD_FAILURE() << kind;
  return table.rows.front();
}

std::unique_ptr<Session> open(Sources& sources, RecomputeWork work = {}) {
  WindowOptions options;
  options.recompute = std::move(work);
  auto session = Session::make(sources, options, [] {});
  return std::move(session).value();
}

TEST(Groups, NothingIsReadBeforeItIsAsked) {
  Sources sources = compiled_samples();
  const auto session = open(sources);
  session->settle();
  const ArchitectureTable table = make_architecture_table(session->document());
  ASSERT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.columns.front().architecture, "sm_70");
  EXPECT_EQ(table.columns.back().architecture, "sm_100");  // not by the alphabet
  EXPECT_EQ(row_of(session->document(), table, sum).groups, (std::vector<int>(4, not_read)));
}

TEST(Groups, EqualLayoutsHaveEqualNumbers) {
  Sources sources = compiled_samples();
  const auto session = open(sources);
  session->actions().push_back(AskCompiled{});
  session->settle();
  const Document& d = session->document();
  const ArchitectureTable table = make_architecture_table(d);
  const ArchitectureRow& row = row_of(d, table, sum);
  EXPECT_EQ(row.groups, (std::vector<int>{0, 1, 1, 1}));
  EXPECT_EQ(row.members, (std::vector<std::vector<std::string>>{{"sm_70"}, {"sm_75", "sm_90", "sm_100"}}));
  EXPECT_EQ(row.history, "the same up to sm_70, another from sm_75 on");
  EXPECT_EQ(row_of(d, table, half).groups, (std::vector<int>{lacks_kind, 0, 0, 0}));
  EXPECT_EQ(table.layouts, 3);
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_TRUE(row_of(d, table, half).heading != row_of(d, table, sum).heading);  // one shape, one heading
}

TEST(Groups, CompareSourcesIsOneStep) {
  Sources sources = compiled_samples();
  const auto session = open(sources);
  const auto at = [&](const char* name) {
    const auto& all = session->document().sources;
    return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), [&](auto& s) { return s.info.name == name; }) -
                                    all.begin());
  };
  session->actions().push_back(CompareSources{at("compiled:sm_70"), at("compiled:sm_90"), sum});
  session->settle();
  const Document& d = session->document();
  EXPECT_EQ(d.view, ViewMode::Comparison);
  ASSERT_EQ(d.layouts().size(), 2u);
  EXPECT_FALSE(d.layouts()[0]->same_map(*d.layouts()[1]));
  EXPECT_EQ(d.source_of(1).info.name, "compiled:sm_90");
  EXPECT_EQ(d.undo.size(), 1u);
  session->actions().push_back(CompareSources{99, 0, sum});
  session->update();
  EXPECT_EQ(d.undo.size(), 1u);
}

TEST(Compared, TellsItsProgressAndItsOutcome) {
  Sources sources = compiled_samples();
  KnownAnswers seen;
  const auto session = open(sources, [&](const KnownAnswers& known, const OnRecompute& progress) {
    seen = known;
    EXPECT_TRUE(progress({"sm_70", 0, 2, 3, 18}));
    return RecomputeEnded{false, true, "Recomputed."};
  });
  session->actions().push_back(AskRecompute{});
  session->settle();
  session->settle();
  EXPECT_EQ(session->document().recompute.stage, Stage::Answered);
  EXPECT_EQ(session->document().recompute.outcome, "Recomputed.");
  ASSERT_EQ(seen.size(), 4u);  // asked before it is compared with
  for (const auto& [name, answers] : seen) EXPECT_NE(answers, nullptr) << name;
}

TEST(Compared, StopsWhereItIsAskedTo) {
  Sources sources = compiled_samples();
  std::atomic<int> steps = 0;
  const auto session = open(sources, [&](const KnownAnswers&, const OnRecompute& progress) {
    while (progress({"sm_70", 0, 1, ++steps, 1000})) std::this_thread::yield();
    return RecomputeEnded{true, false, "Stopped."};
  });
  session->actions().push_back(AskRecompute{});
  ASSERT_TRUE(await([&] {
    session->update();
    return steps > 0;
  }));
  session->update();
  EXPECT_TRUE(session->document().recompute.busy());
  session->actions().push_back(StopRecompute{});
  session->settle();
  session->update();
  EXPECT_EQ(session->document().recompute.stage, Stage::Stopped);
}

}  // namespace
}  // namespace tcviz
