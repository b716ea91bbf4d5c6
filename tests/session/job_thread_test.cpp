// Jobs of numbers that report numbers: the behaviour that all threads beside the window share. Also run under the
// thread sanitizer.
#include "app/session/base/job_thread.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

using Numbers = JobThread<int, int>;
using Told = std::vector<int>;
constexpr std::chrono::seconds long_enough(60);

bool never(int, int) { return false; }
void nobody() {}
int failed(int job, const char* why) { return std::string(why) == "no memory" ? -job : 0; }

// Reports its job and then, at the gate, whether it was asked to stop: 1 or 0.
Numbers::Work gated(std::shared_ptr<Gate> gate) {
  return [gate](int job, const JobContext<int>& context) {
    context.tell(job);
    gate->wait();
    context.tell(context.stopped() ? 1 : 0);
  };
}

TEST(JobThread, DoesJobsInOrderAndWakesForEachNews) {
  std::atomic<int> wakes = 0;
  Numbers numbers([](int job, const auto& context) { context.tell(10 * job); }, failed, never, [&] { ++wakes; });
  for (const int job : {3, 1, 2}) numbers.start(job);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{30, 10, 20}));
  EXPECT_TRUE(numbers.take_news().empty());
  EXPECT_EQ(wakes.load(), 3);
}

// The first job lasts until the end has come, which only a thread that drops its jobs tells it.
TEST(JobThread, AtTheEndWaitingJobsAreDroppedOrDone) {
  for (const auto at_end : {Numbers::AtEnd::Dropped, Numbers::AtEnd::Done}) {
    const bool drops = at_end == Numbers::AtEnd::Dropped;
    std::atomic<int> done = 0;
    Gate begun;
    const auto work = [&, drops](int job, const JobContext<int>& context) {
      begun.wait();
      while (drops && !context.stopped()) std::this_thread::yield();
      if (job == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done += job;
    };
    {
      Numbers numbers(work, failed, never, nobody, at_end);
      for (const int job : {1, 10, 100}) numbers.start(job);
      ASSERT_TRUE(begun.wait_for_visitor(long_enough));
      begun.open();
    }
    EXPECT_EQ(done.load(), drops ? 1 : 111);
  }
}

TEST(JobThread, OutdatedNewsGo) {
  const auto even = [](int old, int) { return old % 2 == 0; };
  Numbers numbers([](int job, const auto& context) { context.tell(job); }, failed, even, nobody);
  for (const int job : {2, 4, 5, 6, 7}) numbers.start(job);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{5, 7}));
}

TEST(JobThread, AStopCountsForJobsThatRunOrWaitNotForLaterOnes) {
  auto gate = std::make_shared<Gate>();
  Numbers numbers(gated(gate), failed, never, nobody);
  numbers.start(20);
  ASSERT_TRUE(gate->wait_for_visitor(long_enough));
  numbers.start(30);
  numbers.start(40);
  numbers.stop([](int job) { return job < 40; });
  numbers.start(20);
  gate->open();
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{20, 1, 30, 1, 40, 0, 20, 0}));
}

TEST(JobThread, OnlyWaitingJobsAreTakenBack) {
  auto gate = std::make_shared<Gate>();
  Numbers numbers(gated(gate), failed, never, nobody);
  numbers.start(20);
  ASSERT_TRUE(gate->wait_for_visitor(long_enough));
  numbers.start(30);
  EXPECT_FALSE(numbers.take_back([](int job) { return job == 20; }));
  EXPECT_TRUE(numbers.take_back([](int job) { return job == 30; }));
  gate->open();
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{20, 0}));
}

TEST(JobThread, AnExceptionIsToldAndTheNextJobDone) {
  const auto work = [](int job, const JobContext<int>& context) {
    if (job == 7) throw std::runtime_error("no memory");
    context.tell(job);
  };
  Numbers numbers(work, failed, never, nobody);
  for (const int job : {7, 8}) numbers.start(job);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{-7, 8}));
}

// Between the beats a job is done, and while it goes on no beat is sent.
TEST(JobThread, BeatsWhileNothingIsDoneUntilToldNotTo) {
  std::atomic<int> wakes = 0;
  auto gate = std::make_shared<Gate>();
  Numbers numbers(gated(gate), failed, never, [&] { ++wakes; });
  const auto await_wakes = [](const std::atomic<int>& count, int more) {
    return await([&, least = count + more] { return count.load() >= least; });
  };
  numbers.beat(Numbers::Beat{-1, std::chrono::milliseconds(1)});
  ASSERT_TRUE(await_wakes(wakes, 3));
  numbers.start(20);
  ASSERT_TRUE(gate->wait_for_visitor(long_enough));
  numbers.take_news();
  // Another thread without a job beats ten times meanwhile.
  std::atomic<int> other_wakes = 0;
  Numbers others(gated(gate), failed, never, [&] { ++other_wakes; });
  others.beat(Numbers::Beat{-1, std::chrono::milliseconds(1)});
  ASSERT_TRUE(await_wakes(other_wakes, 10));
  EXPECT_TRUE(numbers.take_news().empty());
  gate->open();
  ASSERT_TRUE(await_wakes(wakes, 4));
  numbers.beat(std::nullopt);
  const Told told = numbers.take_news();
  ASSERT_GE(told.size(), 4u);
  EXPECT_EQ(told.front(), 0);
  EXPECT_EQ(told.back(), -1);
}

TEST(JobThread, ClosingDropsWhatWaitsAndWakesNobody) {
  auto gate = std::make_shared<Gate>();
  std::atomic<int> wakes = 0;
  Numbers numbers(gated(gate), failed, never, [&] { ++wakes; });
  numbers.start(20);
  ASSERT_TRUE(gate->wait_for_visitor(long_enough));
  numbers.start(30);
  wakes = 0;
  EXPECT_FALSE(numbers.close(std::chrono::milliseconds(1)));
  EXPECT_TRUE(numbers.close(std::chrono::milliseconds(1)));  // it is left to itself
  gate->open();
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{20, 1}));
  EXPECT_EQ(wakes.load(), 0);
}

}  // namespace
}  // namespace tcviz
