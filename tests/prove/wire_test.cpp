// Cases, answers and facts come back from their bytes, and nonsense is told.
#include "gpu/prove/sweep_wire.hpp"

#include "gtest/gtest.h"
#include "tests/prove/fake_device.hpp"

namespace tcviz {
namespace {

TEST(SweepWire, EveryCaseComesBack) {
  int cases = 0;
  for (const SweepGroup& group : sweep_groups({1, 100}))
    for (const SweepCase& one : group.cases) {
      const Result<SweepCase> back = read_case(write_case(one));
      ASSERT_TRUE(back.ok()) << spell(one) << back.error().message;
      ASSERT_EQ(spell(back.value()), spell(one));
      ASSERT_EQ(back.value().index(), one.index());
      ASSERT_EQ(expected_answer(back.value(), test::h200()).places, expected_answer(one, test::h200()).places);
      ++cases;
    }
  EXPECT_GT(cases, 5000);
}

TEST(SweepWire, AnswersAndFactsComeBack) {
  const SweepAnswer answer{SweepAnswer::Outcome::Faulted, {1, -1, 233471}, 2.25, "misaligned"};
  const Result<SweepAnswer> back = read_answer(write_answer(answer));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back.value().outcome, answer.outcome);
  EXPECT_EQ(back.value().places, answer.places);
  EXPECT_EQ(back.value().cycles, answer.cycles);
  EXPECT_EQ(back.value().text, answer.text);
  const Result<SweepFacts> facts = read_facts(write_facts(test::h200()));
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts.value().gpu.name, "NVIDIA H200");
  EXPECT_EQ(facts.value().gpu.capability, 90);
  EXPECT_TRUE(facts.value().has_wgmma);
  EXPECT_EQ(read_facts(write_facts(unavailable("no GPU."))).error().message, "no GPU.");
}

TEST(SweepWire, NonsenseIsAnError) {
  for (const std::string& bytes : {std::string(), std::string("{"), write_answer({}).substr(1)}) {
    EXPECT_FALSE(read_case(bytes).ok());
    EXPECT_FALSE(read_answer(bytes).ok());
    EXPECT_FALSE(read_facts(bytes).ok());
  }
  EXPECT_FALSE(read_case(write_answer({})).ok());
}

}  // namespace
}  // namespace tcviz
