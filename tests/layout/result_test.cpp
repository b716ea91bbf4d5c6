#include "gpu/layout/result.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace tcviz {
namespace {

// Counts how often it is asked; the error is the caller's.
struct Asked {
  int times = 0;
  Status operator()(bool fine) {
    ++times;
    return fine ? Status(Nothing{}) : Status(unavailable("there is none: get one."));
  }
};

Status both(Asked& first, bool first_fine, Asked& second, bool second_fine) {
  TCVIZ_TRY(first(first_fine));
  TCVIZ_TRY(second(second_fine));
  return Nothing{};
}

TEST(Try, GoesOnWhereThereIsNoErrorAndAsksOnce) {
  Asked first, second;
  EXPECT_TRUE(both(first, true, second, true).ok());
  EXPECT_EQ(first.times, 1);
  EXPECT_EQ(second.times, 1);
}

TEST(Try, LeavesWithTheFirstErrorAsItIs) {
  Asked first, second;
  const Status status = both(first, false, second, false);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().fault, Fault::Unavailable);
  EXPECT_EQ(status.error().message, "there is none: get one.");
  EXPECT_EQ(first.times, 1);
  EXPECT_EQ(second.times, 0);
}

// A value that cannot be copied: only its error is taken.
using Owner = std::unique_ptr<int>;
Result<int> number_of(Result<Owner> owner) {
  TCVIZ_TRY(owner);
  return *owner.value();
}

TEST(Try, TakesAResultOfAnotherType) {
  EXPECT_EQ(number_of(std::make_unique<int>(7)).value(), 7);
  EXPECT_EQ(number_of(bad_input("no number.")).error().message, "no number.");
}

Status unless(bool skip, Asked& asked) {
  if (skip)
    return Nothing{};
  else
    TCVIZ_TRY(asked(false));
  return Nothing{};
}

TEST(Try, IsOneStatementBehindAnElse) {
  Asked asked;
  EXPECT_TRUE(unless(true, asked).ok());
  EXPECT_FALSE(unless(false, asked).ok());
}

Status with_commas() {
  TCVIZ_TRY(Result<std::map<int, int>>(bad_input("no map.")));
  return Nothing{};
}

TEST(Try, CommasOfATemplateAreNoObstacle) { EXPECT_EQ(with_commas().error().message, "no map."); }

}  // namespace
}  // namespace tcviz
