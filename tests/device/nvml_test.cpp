// The management library, as far as that goes without a GPU: one made up for it, and none.
#include "gpu/source/device/nvml.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(Nvml, TellsTheStateOfAGpu) {
  const auto nvml = Nvml::open(TCVIZ_FAKE_NVML);
  ASSERT_TRUE(nvml);
  EXPECT_EQ(nvml->driver_version(), "580.1.2");
  const auto state = nvml->state("0000:1b:00.0");
  ASSERT_TRUE(state);
  EXPECT_EQ(*state, (GpuState{1755, 612.4, 700, 0, 48}));
  EXPECT_EQ(describe(*state), "1755 MHz, 612 of 700 W, P0, 48 degrees C");
}

TEST(Nvml, KnowsNothingOfAGpuThatIsNotThere) {
  const auto nvml = Nvml::open(TCVIZ_FAKE_NVML);
  ASSERT_TRUE(nvml);
  EXPECT_FALSE(nvml->state("0000:00:00.0"));
}

TEST(Nvml, IsNotOpenedWhereItIsMissingOrSomethingElse) {
  EXPECT_FALSE(Nvml::open("libnvidia-ml-that-is-not-there.so"));
  EXPECT_FALSE(Nvml::open("libm.so.6"));
}

}  // namespace
}  // namespace tcviz
