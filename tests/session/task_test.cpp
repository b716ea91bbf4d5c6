#include "app/session/base/task.hpp"

#include "gtest/gtest.h"

namespace tcviz {
namespace {

TEST(Task, AWishIsTakenOnceAndComesAgainAfterTheEnd) {
  Task task;
  EXPECT_FALSE(task.take_wish());
  EXPECT_TRUE(task.want());
  EXPECT_FALSE(task.want());  // it goes on already
  EXPECT_TRUE(task.is_wished());
  EXPECT_TRUE(task.take_wish());
  EXPECT_FALSE(task.take_wish());
  EXPECT_TRUE(task.busy());
  task.end();
  EXPECT_EQ(task.stage, Stage::Answered);
  EXPECT_FALSE(task.take_wish());
  EXPECT_TRUE(task.want());
  EXPECT_TRUE(task.take_wish());
}

TEST(Task, AStopIsTakenOnceAndOnlyOfWhatGoesOn) {
  Task task;
  task.want_stop();
  EXPECT_FALSE(task.take_stop());
  task.want();
  task.take_wish();
  task.tell("compiling", 1, 3);
  task.want_stop();
  EXPECT_TRUE(task.take_stop());
  EXPECT_FALSE(task.take_stop());
  task.end(true);
  EXPECT_EQ(task.stage, Stage::Stopped);
  EXPECT_FALSE(task.stop_wanted);
  task.want();
  EXPECT_FALSE(task.take_stop());
}

TEST(Task, TellsHowFarItIsWhileItGoesOn) {
  Task task;
  task.tell("early", 1, 2);  // nobody asked
  EXPECT_EQ(task.stage, Stage::NotAsked);
  task.want();
  task.tell("running", 2, 5);
  EXPECT_EQ(task.stage, Stage::Running);
  EXPECT_EQ(task.doing, "running");
  EXPECT_EQ(task.done, 2);
  task.end();
  task.tell("late", 3, 5);
  EXPECT_EQ(task.stage, Stage::Answered);
  EXPECT_EQ(task.doing, "running");
}

}  // namespace
}  // namespace tcviz
