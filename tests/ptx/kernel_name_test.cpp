// Names as the Itanium C++ ABI mangles them, written by hand from its grammar.
#include "gpu/kernel/ptx/kernel_name.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

using Names = std::vector<std::string>;

TEST(KernelName, IsShort) {
  EXPECT_EQ(short_name("_Z8gemm_mmaPK6__halfS1_Pf"), "gemm_mma");
  EXPECT_EQ(short_name("_ZN2tc4gemmEPf"), "tc::gemm");
  EXPECT_EQ(short_name("_Z4gemmILi64EEvPf"), "gemm");
  EXPECT_EQ(short_name("_ZN12_GLOBAL__N_14gemmEPf"), "gemm");
}

TEST(KernelName, OthersStayAsTheyAre) {
  for (const std::string name : {"product", "f", "_Z", "_Z8", "_Zzz", "_ZN2tc", ""}) EXPECT_EQ(short_name(name), name);
}

// Instances of a template have their arguments; overloads, which have none, their whole names.
TEST(KernelName, LongerWhereShortOnesAreEqual) {
  EXPECT_EQ(names_apart({"_Z4gemmILi64EEvPf", "_Z5scalePf", "_Z4gemmILi32EEvPf", "product"}),
            (Names{"gemm<64>", "scale", "gemm<32>", "product"}));
  EXPECT_EQ(names_apart({"_Z4gemmPf", "_Z4gemmPi"}), (Names{"_Z4gemmPf", "_Z4gemmPi"}));
  EXPECT_EQ(name_with_arguments("_ZN2tc4gemmILi64EEEvPf"), "tc::gemm<64>");
  EXPECT_EQ(full_name("_Z4gemmPf"), "gemm(float*)");
  EXPECT_EQ(names_apart({}), Names{});
}

}  // namespace
}  // namespace tcviz
