#include "gpu/source/device/device_name.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tcviz {
namespace {

TEST(DeviceName, IsReadBackAsItIsWritten) {
  EXPECT_EQ(device_name(0), "cuda:0");
  for (const int ordinal : {0, 1, 9, 10, 100, std::numeric_limits<int>::max()})
    EXPECT_EQ(gpu_ordinal(device_name(ordinal)), ordinal);
}

TEST(DeviceName, NothingElseIsAGpu) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv,
                                      "cuda"sv,
                                      "cuda:"sv,
                                      "cuda:-1"sv,
                                      "cuda:-0"sv,
                                      "cuda:+1"sv,
                                      "cuda:99999999999"sv,
                                      "cuda:2147483648"sv,
                                      "cuda:01"sv,
                                      "cuda:00"sv,
                                      "CUDA:0"sv,
                                      "Cuda:0"sv,
                                      " cuda:0"sv,
                                      "cuda: 0"sv,
                                      "cuda:0 "sv,
                                      "cuda:0\n"sv,
                                      "cuda:0\0"sv,
                                      "cuda:0x1"sv,
                                      "cuda:1.5"sv,
                                      "cuda:1,2"sv,
                                      "cuda:cuda:0"sv,
                                      "cuda::0"sv,
                                      "0"sv,
                                      "recorded:sm_90"sv,
                                      "compiled:sm_80"sv,
                                      "cuda:\xd9\xa1"sv})
    EXPECT_EQ(gpu_ordinal(text), std::nullopt) << text;
}

}  // namespace
}  // namespace tcviz
