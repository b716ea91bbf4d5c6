// Single bits of executed instructions are flipped: each fault must be refused, do no harm, or be caught by a
// self-check.
#include <gtest/gtest.h>

#include <random>

#include "gpu/source/probe/compiled/compiled_kernels.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"
#include "gpu/source/sass/decoder.hpp"
#include "tests/sass/recorded_code.hpp"

namespace tcviz {
namespace {

struct Fault {
  std::size_t kernel, byte;
  int bit;
};

class Faults {
 public:
  Faults() : kernels_(read_recorded("sm_90.txt")) {}

  // An executed instruction's bit: whatever stands behind the exit is not.
  Fault any(std::mt19937& random) const {
    const std::size_t kernel = random() % kernels_.size();
    const std::size_t executed = decode_kernel(kernels_[kernel].code).value().size() * 16;
    return {kernel, random() % executed, static_cast<int>(random() % 8)};
  }

  // Optimised code only: in real use the -O0 build is one more check.
  Result<Map> map_of(const Kind& kind, const Fault* fault) {
    if (fault != nullptr) flip(*fault);
    const std::vector<Cubin> cubins{as_cubin(kernels_, 90, 0x210)};
    auto map = map_from_code(kind, cubins);
    if (fault != nullptr) flip(*fault);
    return map;
  }

  const Kind& kind_of(const Fault& fault) const {
    for (const Kind& kind : catalogue(Family::Wmma)) {
      if (kernels_[fault.kernel].name.starts_with(kernel_name(kind, Direction::Load, MemoryOrder::None))) return kind;
      if (kernels_[fault.kernel].name.starts_with(kernel_name(kind, Direction::Store, MemoryOrder::None))) return kind;
    }
    return catalogue(Family::Wmma).front();
  }

 private:
  void flip(const Fault& fault) {
    kernels_[fault.kernel].code[fault.byte] ^= static_cast<std::uint8_t>(1u << fault.bit);
  }

  std::vector<RecordedKernel> kernels_;
};

TEST(Faults, AreRefusedHarmlessOrCaught) {
  Faults faults;
  std::mt19937 random(20);
  constexpr int tried = 5000;
  int refused = 0, harmless = 0, slipped = 0;
  for (int n = 0; n < tried; ++n) {
    const Fault fault = faults.any(random);
    const Kind& kind = faults.kind_of(fault);
    const auto right = faults.map_of(kind, nullptr), found = faults.map_of(kind, &fault);
    ASSERT_TRUE(right.ok());
    if (!found)
      ++refused;
    else if (found.value() == right.value())
      ++harmless;
    else
      ++slipped;
  }
  RecordProperty("refused_or_caught", refused);
  RecordProperty("harmless", harmless);
  RecordProperty("slipped", slipped);
  std::printf("%d flips: %d refused or caught, %d harmless, %d slipped\n", tried, refused, harmless, slipped);
  EXPECT_LT(slipped, tried * 2 / 1000);
  EXPECT_GT(refused, tried / 2);
}

}  // namespace
}  // namespace tcviz
