// Cases, answers and facts come back from their bytes, and nonsense is told.
#include "gpu/prove/sweep_fields.hpp"

#include "gtest/gtest.h"
#include "tests/layout/filled.hpp"
#include "tests/prove/fake_device.hpp"

namespace tcviz {
namespace {

TEST(SweepFields, EveryCaseComesBack) {
  int cases = 0;
  for (const SweepGroup& group : sweep_groups({1, 100}))
    for (const SweepCase& one : group.cases) {
      const Result<SweepQuestion> back = from_cbor<SweepQuestion>(to_cbor(SweepQuestion{false, one}));
      ASSERT_TRUE(back.ok()) << spell(one) << back.error().message;
      const SweepCase& same = back.value().one;
      ASSERT_EQ(spell(same), spell(one));
      ASSERT_EQ(same.index(), one.index());
      ASSERT_EQ(expected_answer(same, test::h200()).places, expected_answer(one, test::h200()).places);
      ++cases;
    }
  EXPECT_GT(cases, 5000);
}

TEST(SweepFields, EveryFieldComesBack) {
  expect_survives(SweepQuestion{false, OperandCase{{"tf32"}}});
  expect_survives(SweepQuestion{false, ReadCase{{"b1"}}});
  expect_survives(SweepQuestion{false, BoxCase{}});
  expect_survives(SweepQuestion{false, BankCase{find_warp_access("ldm4")->name, {}}});
  expect_survives<SweepReply>();
}

TEST(SweepFields, NonsenseIsAnError) {
  for (const std::string& bytes : {std::string(), std::string("{"), to_cbor(SweepReply{}).substr(1)}) {
    EXPECT_FALSE(from_cbor<SweepQuestion>(bytes).ok());
    EXPECT_FALSE(from_cbor<SweepReply>(bytes).ok());
  }
  EXPECT_FALSE(from_cbor<SweepQuestion>(to_cbor(SweepReply{})).ok());
}

}  // namespace
}  // namespace tcviz
