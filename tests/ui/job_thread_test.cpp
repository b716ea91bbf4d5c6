// Jobs of numbers that tell numbers: what every thread beside the window has in common. Also run under the thread
// sanitizer.
#include "app/ui/job_thread.hpp"

#include <atomic>

#include "gtest/gtest.h"
#include "tests/ui/fakes.hpp"

namespace tcviz {
namespace {

using Numbers = JobThread<int, int>;
using Told = std::vector<int>;
constexpr std::chrono::seconds long_enough(60);

bool never(int, int) { return false; }
void nobody() {}

// Tells its job, and then, at the gate, whether it was asked to stop: 1 or 0.
Numbers::Work gated(std::shared_ptr<Gate> gate) {
  return [gate](int job, const JobContext<int>& context) {
    context.tell(job);
    gate->wait();
    context.tell(context.stopped() ? 1 : 0);
  };
}

TEST(JobThread, DoesJobsInOrderAndWakesForEachNews) {
  std::atomic<int> wakes = 0;
  Numbers numbers([](int job, const auto& context) { context.tell(10 * job); }, never, [&] { ++wakes; });
  for (const int job : {3, 1, 2}) numbers.start(job);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{30, 10, 20}));
  EXPECT_TRUE(numbers.take_news().empty());
  EXPECT_EQ(wakes.load(), 3);
}

TEST(JobThread, OutdatedNewsGo) {
  const auto even = [](int old, int) { return old % 2 == 0; };
  Numbers numbers([](int job, const auto& context) { context.tell(job); }, even, nobody);
  for (const int job : {2, 4, 5, 6, 7}) numbers.start(job);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{5, 7}));
}

TEST(JobThread, AStopCountsForJobsThatRunOrWaitNotForLaterOnes) {
  auto gate = std::make_shared<Gate>();
  Numbers numbers(gated(gate), never, nobody);
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
  Numbers numbers(gated(gate), never, nobody);
  numbers.start(20);
  ASSERT_TRUE(gate->wait_for_visitor(long_enough));
  numbers.start(30);
  EXPECT_FALSE(numbers.take_back([](int job) { return job == 20; }));
  EXPECT_TRUE(numbers.take_back([](int job) { return job == 30; }));
  gate->open();
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), (Told{20, 0}));
}

TEST(JobThread, BeatsUntilToldNotToAndWorksMeanwhile) {
  std::atomic<int> wakes = 0;
  Numbers numbers([](int job, const auto& context) { context.tell(job); }, never, [&] { ++wakes; });
  numbers.beat(Numbers::Beat{-1, std::chrono::milliseconds(1)});
  while (wakes.load() < 3) std::this_thread::yield();
  numbers.beat(std::nullopt);
  numbers.take_news();
  numbers.start(5);
  ASSERT_TRUE(numbers.wait(long_enough));
  EXPECT_EQ(numbers.take_news(), Told{5});
}

TEST(JobThread, ClosingDropsWhatWaitsAndWakesNobody) {
  auto gate = std::make_shared<Gate>();
  std::atomic<int> wakes = 0;
  Numbers numbers(gated(gate), never, [&] { ++wakes; });
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
