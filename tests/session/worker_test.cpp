// The worker with sources that hang, stop and throw. Also run under the thread sanitizer.
#include "app/session/whole/worker.hpp"

#include <atomic>
#include <stdexcept>

#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr std::chrono::seconds worker_long_enough(60);
const std::vector<std::string> two_kinds = {"wmma.m16n16k16.acc.f32", "wmma.m16n16k16.acc.f16"};

std::vector<SourceAnswered> answers_in(const std::vector<Action>& news) {
  std::vector<SourceAnswered> found;
  for (const Action& action : news) {
    if (const auto* answered = action.as<SourceAnswered>()) found.push_back(*answered);
  }
  return found;
}

TEST(Worker, AnswersInTheOrderOfTheJobs) {
  FakeGpu first("cuda:0", two_kinds), second("cuda:1", {two_kinds[0]});
  std::atomic<int> wakes = 0;
  Worker worker({&first, &second}, [&] { ++wakes; });
  worker.ask(1);
  worker.ask(0);
  ASSERT_TRUE(worker.wait(worker_long_enough));
  const auto answers = answers_in(worker.take_news());
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].source, 1U);
  EXPECT_EQ(answers[1].source, 0U);
  EXPECT_FALSE(answers[1].stopped);
  ASSERT_EQ(answers[1].answers->results.size(), 2U);
  EXPECT_TRUE(answers[1].answers->results[1].layout.ok());
  EXPECT_GE(wakes.load(), 2);
  EXPECT_TRUE(worker.take_news().empty());
  EXPECT_TRUE(worker.close(worker_long_enough));
}

TEST(Worker, NobodyWaitsForASourceThatHangs) {
  auto gate = std::make_shared<Gate>();
  FakeGpu source("cuda:0", two_kinds, gate, 1);
  Worker worker({&source}, [] {});
  worker.ask(0);
  ASSERT_TRUE(gate->wait_for_visitor(worker_long_enough));
  // It hangs before the second kind: the news are those of the first.
  const std::vector<Action> news = worker.take_news();
  ASSERT_EQ(news.size(), 1U);  // only the latest progress
  EXPECT_EQ(news[0].as<SourceProgress>()->all, 2);
  EXPECT_FALSE(worker.wait(std::chrono::milliseconds(1)));
  gate->open();
  EXPECT_TRUE(worker.wait(worker_long_enough));
  EXPECT_EQ(answers_in(worker.take_news()).size(), 1U);
}

TEST(Worker, AStoppedJobEndsAtTheNextKind) {
  auto gate = std::make_shared<Gate>();
  FakeGpu source("cuda:0", two_kinds, gate, 1);
  Worker worker({&source}, [] {});
  worker.ask(0);
  ASSERT_TRUE(gate->wait_for_visitor(worker_long_enough));
  worker.stop(0);
  gate->open();
  ASSERT_TRUE(worker.wait(worker_long_enough));
  const auto answers = answers_in(worker.take_news());
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_TRUE(answers[0].stopped);
  EXPECT_TRUE(answers[0].answers->results[0].layout.ok());
  EXPECT_FALSE(answers[0].answers->results[1].layout.ok());
}

TEST(Worker, AWaitingJobIsTakenBack) {
  auto gate = std::make_shared<Gate>();
  FakeGpu hanging("cuda:0", two_kinds, gate), waiting("cuda:1", two_kinds);
  Worker worker({&hanging, &waiting}, [] {});
  worker.ask(0);
  ASSERT_TRUE(gate->wait_for_visitor(worker_long_enough));
  worker.ask(1);
  worker.stop(1);
  const auto answers = answers_in(worker.take_news());
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].source, 1U);
  EXPECT_TRUE(answers[0].stopped);
  EXPECT_EQ(answers[0].answers, nullptr);
  gate->open();
  EXPECT_TRUE(worker.wait(worker_long_enough));
}

TEST(Worker, ClosingEndsARunningJob) {
  auto gate = std::make_shared<Gate>();
  FakeGpu source("cuda:0", two_kinds, gate, 1);
  Worker worker({&source}, [] {});
  worker.ask(0);
  worker.ask(0);  // dropped
  ASSERT_TRUE(gate->wait_for_visitor(worker_long_enough));
  std::jthread opener([gate] { gate->open(); });
  EXPECT_TRUE(worker.close(worker_long_enough));
}

TEST(Worker, ClosingLeavesASourceThatHangs) {
  auto gate = std::make_shared<Gate>();
  FakeGpu source("cuda:0", two_kinds, gate, 0);
  std::atomic<int> wakes = 0;
  // Set when the worker and its thread have both let go. An atomic, since weak_ptr::expired() orders nothing: what the
  // thread did before would race with the end of this test.
  std::atomic<bool> gone = false;
  std::shared_ptr<void> held(nullptr, [&gone](void*) { gone = true; });
  {
    Worker worker({&source}, [&wakes, held = std::move(held)] { ++wakes; });
    worker.ask(0);
    ASSERT_TRUE(gate->wait_for_visitor(worker_long_enough));
    EXPECT_FALSE(worker.close(std::chrono::milliseconds(5)));
    wakes = 0;
  }
  EXPECT_FALSE(gone.load());
  // The worker is gone, its thread still hangs; nobody is woken when it goes on.
  gate->open();
  ASSERT_TRUE(await([&] { return gone.load(); }));
  EXPECT_EQ(wakes.load(), 0);
}

class Throwing : public FakeGpu {
 public:
  Throwing() : FakeGpu("cuda:0", two_kinds) {}
  std::vector<KindResult> layouts(std::span<const std::string>, const Progress&) override {
    throw std::runtime_error("out of memory");
  }
};

TEST(Worker, AnExceptionBecomesAnAnswer) {
  Throwing source;
  Worker worker({&source}, [] {});
  worker.ask(0);
  ASSERT_TRUE(worker.wait(worker_long_enough));
  const auto answers = answers_in(worker.take_news());
  ASSERT_EQ(answers.size(), 1U);
  ASSERT_EQ(answers[0].answers->results.size(), 2U);
  const Result<Layout>& result = answers[0].answers->results[0].layout;
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("out of memory"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
