// The GPU at hand against gpu/smem: every case agrees, and what a fault leaves behind harms none.
#include <set>

#include "gpu/prove/remote_sweep.hpp"
#include "gpu/prove/sweep.hpp"
#include "gtest/gtest.h"
#include "tests/gpu/program.hpp"

namespace tcviz {
namespace {

std::unique_ptr<SweepDevice> gpu() {
  auto device = start_sweep_device({program_beside(), "__work", "sweep", "0"});
  EXPECT_TRUE(device.ok()) << device.error().message;
  return std::move(device).value();
}

TEST(ImageSweep, EveryCaseAgrees) {
  const auto device = gpu();
  const SweepReport report =
      run_sweep(*device, {2026, 300}, [](const std::string&, int, int) { return std::string(); });
  EXPECT_EQ(report.ended, "");
  EXPECT_GT(report.asked(), 1000);
  for (const GroupReport& group : report.groups)
    for (const SweepDifference& difference : group.first)
      ADD_FAILURE() << group.name << ": " << difference.asked << ": " << difference.found;
}

TEST(ImageSweep, AFaultCostsOneCaseOnly) {
  const auto device = gpu();
  if (device->facts().gpu.capability < 90) GTEST_SKIP() << "no tensor copy on this GPU";
  for (int round = 0; round < 2; ++round) {
    const Result<SweepAnswer> fault = device->ask(BoxCase{{Swizzle::None, 64, 8, 1, 0x4010, SwizzleAtom::B16}});
    ASSERT_TRUE(fault.ok());
    EXPECT_EQ(fault.value().outcome, SweepAnswer::Outcome::Faulted);
    const Result<SweepAnswer> well = device->ask(BoxCase{{Swizzle::None, 64, 8, 1, 0x4000, SwizzleAtom::B16}});
    ASSERT_TRUE(well.ok());
    EXPECT_EQ(well.value().outcome, SweepAnswer::Outcome::Places);
  }
}

}  // namespace
}  // namespace tcviz
