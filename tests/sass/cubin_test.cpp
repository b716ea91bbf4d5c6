#include "gpu/source/sass/cubin.hpp"

#include <gtest/gtest.h>

#include "gpu/layout/file.hpp"
#include "gpu/source/sass/decoder.hpp"

namespace tcviz {
namespace {

std::string sample() {
  auto bytes = read_file(TCVIZ_SASS_DATA "/two_kinds_sm_80.cubin");
  EXPECT_TRUE(bytes.ok());
  return std::move(bytes).value();
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// As `readelf -SW` and `nvdisasm` list the file: five kernels of 16 parameter bytes at 0x160.
TEST(Cubin, NamesKernelsAndTheirParameters) {
  const std::string file = sample();
  const auto cubin = read_cubin(bytes_of(file));
  ASSERT_TRUE(cubin.ok()) << cubin.error().message;
  EXPECT_EQ(cubin.value().architecture, 80);
  EXPECT_EQ(cubin.value().kernels.size(), 5u);
  const KernelCode* kernel = cubin.value().find("wmma_m16n16k16_a_f16_col_load_col");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->parameter_offset, 0x160);
  EXPECT_EQ(kernel->parameter_bytes, 16);
  EXPECT_TRUE(decode_kernel(kernel->code).ok());
  EXPECT_EQ(cubin.value().find("wmma"), nullptr);
}

TEST(Cubin, RefusesWhatIsNone) {
  EXPECT_FALSE(read_cubin({}).ok());
  EXPECT_FALSE(read_cubin(bytes_of(std::string(4096, 'x'))).ok());
  std::string other = sample();
  other[18] = 62;  // an x86-64 file
  EXPECT_FALSE(read_cubin(bytes_of(other)).ok());
}

// The section headers stand near the end, so that every part of the file is missed by some of these.
TEST(Cubin, RefusesEveryTruncation) {
  const std::string whole = sample();
  const std::uint64_t headers_end = 64 * 20;  // more sections than that follow the table's begin
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    const std::string part = whole.substr(0, size);
    const auto cubin = read_cubin(bytes_of(part));
    if (size < headers_end) {
      EXPECT_FALSE(cubin.ok()) << size;
    }
  }
}

// Whatever a damaged file says, what is handed out lies inside it.
TEST(Cubin, ADamagedFileIsRefusedOrStaysInsideItself) {
  const std::string whole = sample();
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    const auto cubin = read_cubin(bytes_of(damaged));
    if (!cubin) continue;
    const auto* begin = bytes_of(damaged).data();
    for (const KernelCode& kernel : cubin.value().kernels) {
      if (kernel.code.empty()) continue;
      EXPECT_GE(kernel.code.data(), begin);
      EXPECT_LE(kernel.code.data() + kernel.code.size(), begin + damaged.size());
    }
  }
}

}  // namespace
}  // namespace tcviz
