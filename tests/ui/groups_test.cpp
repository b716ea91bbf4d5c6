// The table of architectures, and the thread that reads them afresh.
#include "app/ui/groups.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "app/ui/rereader.hpp"
#include "app/ui/session.hpp"
#include "tests/ui/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* sum = "wmma.m16n16k16.acc.f32";
constexpr const char* half = "wmma.m16n16k16.acc.f16";

const GroupRow& row_of(const Document& d, const GroupTable& table, std::string_view kind) {
  for (const GroupRow& row : table.rows)
    if (d.kinds[row.entry].id == kind) return row;
  ADD_FAILURE() << kind;
  return table.rows.front();
}

std::unique_ptr<Session> open(Sources& sources, RereadWork work = {}) {
  WindowOptions options;
  options.reread = std::move(work);
  auto session = Session::make(sources, options, [] {});
  return std::move(session).value();
}

TEST(Groups, NothingIsReadBeforeItIsAsked) {
  Sources sources = compiled_samples();
  const auto session = open(sources);
  session->settle();
  const GroupTable table = make_groups(session->document());
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
  const GroupTable table = make_groups(d);
  const GroupRow& row = row_of(d, table, sum);
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

TEST(Reread, TellsItsProgressAndItsOutcome) {
  Sources sources = compiled_samples();
  KnownAnswers seen;
  const auto session = open(sources, [&](const KnownAnswers& known, const OnReread& progress) {
    seen = known;
    EXPECT_TRUE(progress({"sm_70", 0, 2, 3, 18}));
    return RereadEnded{false, true, "Read afresh."};
  });
  session->actions().push_back(AskReread{});
  session->settle();
  session->settle();
  EXPECT_EQ(session->document().reread.stage, Stage::Answered);
  EXPECT_EQ(session->document().reread.outcome, "Read afresh.");
  ASSERT_EQ(seen.size(), 4u);  // asked before it is compared with
  for (const auto& [name, answers] : seen) EXPECT_NE(answers, nullptr) << name;
}

TEST(Reread, StopsWhereItIsAskedTo) {
  Sources sources = compiled_samples();
  std::atomic<int> steps = 0;
  const auto session = open(sources, [&](const KnownAnswers&, const OnReread& progress) {
    while (progress({"sm_70", 0, 1, ++steps, 1000})) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return RereadEnded{true, false, "Stopped."};
  });
  session->actions().push_back(AskReread{});
  for (int tries = 0; tries < 5000 && steps == 0; ++tries) {
    session->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  session->update();
  EXPECT_TRUE(session->document().reread.busy());
  session->actions().push_back(StopReread{});
  session->settle();
  session->update();
  EXPECT_EQ(session->document().reread.stage, Stage::Stopped);
}

}  // namespace
}  // namespace tcviz
