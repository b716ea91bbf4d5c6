// The ops theatre without a window: previews on the CPU, runs on a GPU that the test plays.
#include "app/ui/session.hpp"
#include "gtest/gtest.h"
#include "tests/ui/fakes.hpp"

namespace tcviz {
namespace {

std::unique_ptr<Session> open(Sources& sources, RunWork work = {}) {
  WindowOptions options;
  options.run_kernels = std::move(work);
  auto session = Session::make(sources, options, [] {});
  EXPECT_TRUE(session.ok());
  session.value()->settle();
  return std::move(session).value();
}

void act(Session& session, TheatreAction action) {
  session.actions().push_back(std::move(action));
  session.settle();
}

TEST(Theatre, WhatIsChosenIsShownAtOnceAsTheCpuDoesIt) {
  Sources sources = sample_sources();
  auto session = open(sources);
  EXPECT_EQ(session->document().theatre.shown, nullptr);  // nothing runs while the panel is closed
  act(*session, ShowTheatre{});
  const auto first = session->document().theatre.shown;
  ASSERT_NE(first, nullptr);
  ASSERT_TRUE(first->result);
  EXPECT_EQ(first->result.value().operation, "upper");
  EXPECT_TRUE(first->result.value().judgement.verified);
  EXPECT_NE(first->text.find("row_of(int tid, int i)"), std::string::npos);
  act(*session, ChooseOperation{"make_identity"});
  const auto second = session->document().theatre.shown;
  ASSERT_TRUE(second->result);
  EXPECT_EQ(second->result.value().after[0], 1);
  EXPECT_EQ(second->result.value().after[1], 0);
  EXPECT_TRUE(session->document().theatre.runs.empty());  // only runs on a GPU are kept
}

TEST(Theatre, ABodyWithAMistakeIsAnErrorAndNothingElse) {
  Sources sources = sample_sources();
  auto session = open(sources);
  act(*session, ShowTheatre{});
  TheatreChoice choice;
  choice.operation = "body";
  choice.body = "x = rwo";
  act(*session, SetTheatreChoice{choice});
  ASSERT_FALSE(session->document().theatre.shown->result);
  EXPECT_NE(session->document().theatre.shown->result.error().message.find("row"), std::string::npos);
  choice.body = "x = row";
  act(*session, SetTheatreChoice{choice});
  ASSERT_TRUE(session->document().theatre.shown->result);
  EXPECT_EQ(session->document().theatre.shown->result.value().after[16], 1);
}

TEST(Theatre, ARunOnTheGpuIsKeptAndCanBeShownAgain) {
  Sources sources = sample_sources();
  int batches = -1;
  auto session = open(sources, [&](const RunRequest& request, const RunProgress& progress) {
    batches = static_cast<int>(request.batches.size());
    EXPECT_TRUE(progress("running", 0, 1));
    auto result = run_on_cpu(request);
    result.value().on_gpu = true;
    return result;
  });
  act(*session, ShowTheatre{});
  act(*session, RunOperation{true});
  const TheatreState& theatre = session->document().theatre;
  EXPECT_EQ(batches, 4);
  EXPECT_FALSE(theatre.busy());
  ASSERT_EQ(theatre.runs.size(), 1u);
  const auto run = theatre.runs.front();
  EXPECT_EQ(theatre.shown, run);
  act(*session, ChooseOperation{"zero"});
  EXPECT_NE(theatre.shown, run);
  act(*session, ShowRun{run});
  EXPECT_EQ(theatre.shown, run);
  EXPECT_EQ(theatre.choice.operation, "upper");
}

TEST(Theatre, ARunCanBeStopped) {
  Sources sources = sample_sources();
  Gate gate;
  auto session = open(sources, [&](const RunRequest&, const RunProgress& progress) -> Result<RunResult> {
    gate.wait();
    while (progress("timing", 1, 8)) std::this_thread::yield();
    return negative("stopped");
  });
  act(*session, ShowTheatre{});
  session->actions().push_back(TheatreAction(RunOperation{}));
  session->update();
  EXPECT_TRUE(session->document().theatre.busy());
  session->actions().push_back(TheatreAction(StopOperation{}));
  session->update();
  gate.open();
  session->settle();
  EXPECT_FALSE(session->document().theatre.busy());
  ASSERT_FALSE(session->document().theatre.shown->result);
  EXPECT_EQ(session->document().theatre.shown->result.error().message, "stopped");
}

TEST(Theatre, StepsGoRound) {
  Sources sources = sample_sources();
  auto session = open(sources);
  act(*session, ShowTheatre{});
  act(*session, SetStep{StepBy::Thread, 32});
  EXPECT_EQ(session->document().theatre.step, 0);
  act(*session, SetStep{StepBy::Value, -1});
  EXPECT_EQ(session->document().theatre.step, 7);
}

}  // namespace
}  // namespace tcviz
