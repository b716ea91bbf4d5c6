// A GPU in a process of its own: what goes wrong there is an answer, and the next case is asked of a fresh process.
#include "gpu/prove/remote_sweep.hpp"

#include "gtest/gtest.h"

namespace tcviz {
namespace {

using Outcome = SweepAnswer::Outcome;

SweepCase box_of_rows(int rows) { return BoxCase{{Swizzle::None, 16, rows, 1, 0, SwizzleAtom::B16}}; }

std::unique_ptr<SweepDevice> started(std::chrono::milliseconds patience = std::chrono::seconds(30)) {
  auto device = start_sweep_device({TCVIZ_FAKE_SWEEP_GPU}, patience);
  EXPECT_TRUE(device.ok());
  return std::move(device).value();
}

TEST(RemoteSweep, TellsItsFactsAndAnswers) {
  const auto device = started();
  EXPECT_EQ(device->facts().gpu.name, "Fake GPU");
  const Result<SweepAnswer> answer = device->ask(box_of_rows(1));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().cycles, 2.5);
}

TEST(RemoteSweep, AFaultIsAnAnswerAndTheNextCaseIsWell) {
  const auto device = started();
  EXPECT_EQ(device->ask(box_of_rows(101)).value().text, "cudaErrorMisalignedAddress");
  EXPECT_EQ(device->ask(box_of_rows(1)).value().outcome, Outcome::Cycles);
}

TEST(RemoteSweep, ACrashIsAnAnswerAndTheNextCaseIsWell) {
  const auto device = started();
  const Result<SweepAnswer> answer = device->ask(box_of_rows(102));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().outcome, Outcome::Faulted);
  EXPECT_EQ(answer.value().text, "the process that asked it crashed");
  EXPECT_EQ(device->ask(box_of_rows(1)).value().outcome, Outcome::Cycles);
}

TEST(RemoteSweep, SilenceIsAnAnswerAndTheNextCaseIsWell) {
  const auto device = started(std::chrono::seconds(1));
  const Result<SweepAnswer> answer = device->ask(box_of_rows(103));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().text, "it did not answer for 1 s");
  EXPECT_EQ(device->ask(box_of_rows(1)).value().outcome, Outcome::Cycles);
}

TEST(RemoteSweep, WithoutAGpuTheReasonComesThrough) {
  const auto device = start_sweep_device({TCVIZ_FAKE_SWEEP_GPU, "absent"});
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.error().message, "no GPU was found.");
  EXPECT_EQ(device.error().fault, Fault::Unavailable);
}

}  // namespace
}  // namespace tcviz
