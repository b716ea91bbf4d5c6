// The operations without a window: previews on the CPU, runs on a GPU that the test plays.
#include "app/session/operations/operations_jobs.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

std::unique_ptr<Session> open(Sources& sources, RunWork work = {}) {
  WindowOptions options;
  options.task<OperationsWorks>().run_kernels = std::move(work);
  auto session = Session::make(sources, options, [] {});
  EXPECT_TRUE(session.ok());
  session.value()->settle();
  return std::move(session).value();
}

void show(Session& session) {
  session.actions().push_back(ShowView{ViewId::Operations});
  session.settle();
}

void act(Session& session, OperationsAction action) {
  session.actions().push_back(std::move(action));
  session.settle();
}

TEST(Operations, WhatIsChosenIsShownAtOnceAsTheCpuDoesIt) {
  Sources sources = sample_sources();
  auto session = open(sources);
  EXPECT_EQ(session->document().task<OperationsState>().shown, nullptr);  // nothing runs while the panel is closed
  show(*session);
  const auto first = session->document().task<OperationsState>().shown;
  ASSERT_NE(first, nullptr);
  ASSERT_TRUE(first->result);
  EXPECT_EQ(first->result.value().operation, "upper");
  EXPECT_TRUE(first->result.value().judgement.verified);
  EXPECT_NE(first->text.find("row_of(int tid, int i)"), std::string::npos);
  act(*session, ChooseOperation{"make_identity"});
  const auto second = session->document().task<OperationsState>().shown;
  ASSERT_TRUE(second->result);
  EXPECT_EQ(second->result.value().after[0], 1);
  EXPECT_EQ(second->result.value().after[1], 0);
  EXPECT_TRUE(session->document().task<OperationsState>().runs.empty());  // only runs on a GPU are kept
}

TEST(Operations, PlayingGoesFromThreadToThreadUntilAStepIsTaken) {
  Sources sources = sample_sources();
  auto session = open(sources);
  show(*session);
  act(*session, PlaySteps{true});
  EXPECT_EQ(session->document().task<OperationsState>().step_by, StepBy::Thread);
  act(*session, AdvanceSteps{0.5 / steps_a_second});
  EXPECT_EQ(session->document().task<OperationsState>().step, 0);
  act(*session, AdvanceSteps{0.5 / steps_a_second});
  EXPECT_EQ(session->document().task<OperationsState>().step, 1);
  act(*session, SetStep{StepBy::Thread, -1});  // the last
  EXPECT_EQ(session->document().task<OperationsState>().step, 31);
  EXPECT_FALSE(session->document().task<OperationsState>().playing);
}

TEST(Operations, ABodyWithAMistakeIsAnErrorAndNothingElse) {
  Sources sources = sample_sources();
  auto session = open(sources);
  show(*session);
  OperationsChoice choice;
  choice.operation = "body";
  choice.body = "x = rwo";
  act(*session, SetOperationsChoice{choice});
  ASSERT_FALSE(session->document().task<OperationsState>().shown->result);
  EXPECT_NE(session->document().task<OperationsState>().shown->result.error().message.find("row"), std::string::npos);
  choice.body = "x = row";
  act(*session, SetOperationsChoice{choice});
  ASSERT_TRUE(session->document().task<OperationsState>().shown->result);
  EXPECT_EQ(session->document().task<OperationsState>().shown->result.value().after[16], 1);
}

TEST(Operations, ARunOnTheGpuIsKeptAndCanBeShownAgain) {
  Sources sources = sample_sources();
  int batches = -1;
  auto session = open(sources, [&](const RunRequest& request, const RunProgress& progress) {
    batches = static_cast<int>(request.batches.size());
    EXPECT_TRUE(progress("running", 0, 1));
    auto result = run_on_cpu(request);
    result.value().on_gpu = true;
    return result;
  });
  show(*session);
  act(*session, RunOperation{true});
  const OperationsState& operations = session->document().task<OperationsState>();
  EXPECT_EQ(batches, 4);
  EXPECT_FALSE(operations.busy());
  ASSERT_EQ(operations.runs.size(), 1u);
  const auto run = operations.runs.front();
  EXPECT_EQ(operations.shown, run);
  act(*session, ChooseOperation{"zero"});
  EXPECT_NE(operations.shown, run);
  act(*session, ShowRun{run});
  EXPECT_EQ(operations.shown, run);
  EXPECT_EQ(operations.choice.operation, "upper");
}

TEST(Operations, ARunCanBeStopped) {
  Sources sources = sample_sources();
  Gate gate;
  auto session = open(sources, [&](const RunRequest&, const RunProgress& progress) -> Result<RunResult> {
    gate.wait();
    while (progress("timing", 1, 8)) std::this_thread::yield();
    return negative("stopped");
  });
  show(*session);
  session->actions().push_back(OperationsAction(RunOperation{}));
  session->update();
  EXPECT_TRUE(session->document().task<OperationsState>().busy());
  session->actions().push_back(OperationsAction(StopOperation{}));
  session->update();
  gate.open();
  session->settle();
  EXPECT_FALSE(session->document().task<OperationsState>().busy());
  ASSERT_FALSE(session->document().task<OperationsState>().shown->result);
  EXPECT_EQ(session->document().task<OperationsState>().shown->result.error().message, "stopped");
}

TEST(Operations, StepsGoRound) {
  Sources sources = sample_sources();
  auto session = open(sources);
  show(*session);
  act(*session, SetStep{StepBy::Thread, 32});
  EXPECT_EQ(session->document().task<OperationsState>().step, 0);
  act(*session, SetStep{StepBy::Value, -1});
  EXPECT_EQ(session->document().task<OperationsState>().step, 7);
}

}  // namespace
}  // namespace tcviz
