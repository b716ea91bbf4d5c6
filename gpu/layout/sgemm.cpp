#include "gpu/layout/sgemm.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline gpu_layout {
namespace {

constexpr int values = 64;

Provenance documented() {
  Provenance provenance;
  provenance.source = Source::Documented;
  provenance.reference = "sgemm64.sass and sgemm128.sass of NervanaSystems/maxas: register mapping, readAs and readBs";
  provenance.note =
      "A property of the kernel's code, the same on every GPU that runs it; value i is register Ri. Banks and reuse "
      "caches are Maxwell's.";
  return provenance;
}

}  // namespace

// Returns the microtile, whose coordinates are made of bits of tid:
//        bit of tid:   7  6  5  4  3  2  1  0
// sgemm64:  x = 3:1, y = 5:4 0        sgemm128:  x = 7 3:1, y = 6:4 0
Microtile sgemm_microtile(const SgemmKernel& kernel, int tid) {
  const int y_bits = kernel.tile == 64 ? 0x30 : 0x70;
  return {((tid >> 1) & 7) | ((tid & 128) >> 4), (tid & 1) | ((tid & y_bits) >> 3)};
}

int sgemm_register(TileIndex index) {
  const auto bit = [](int number, int at) { return (number >> at) & 1; };
  return 32 * bit(index.xi, 2) + 16 * bit(index.yi, 2) + 8 * bit(index.yi, 1) + 4 * bit(index.xi, 0) +
         2 * (1 - bit(index.xi, 1)) + (1 - bit(index.yi, 0));
}

TileIndex sgemm_index(int c_register) {
  const int plain = c_register ^ 3;
  const auto bit = [plain](int from, int to) { return ((plain >> from) & 1) << to; };
  return {bit(5, 2) | bit(1, 1) | bit(2, 0), bit(4, 2) | bit(3, 1) | bit(0, 0)};
}

std::string sgemm_kind(const SgemmKernel& kernel) { return fmt::format("sgemm{}.c", kernel.tile); }

const SgemmKernel* sgemm_of_kind(std::string_view kind) {
  const auto found = std::ranges::find_if(sgemm_kernels, [&](const auto& any) { return sgemm_kind(any) == kind; });
  return found == sgemm_kernels.end() ? nullptr : &*found;
}

Layout sgemm_layout(const SgemmKernel& kernel) {
  LayoutData data{sgemm_kind(kernel), kernel.tile, kernel.tile, kernel.threads, values, 32, documented(), {}};
  for (int tid = 0; tid < kernel.threads; ++tid) {
    const Microtile at = sgemm_microtile(kernel, tid);
    for (int i = 0; i < values; ++i) {
      const TileIndex index = sgemm_index(i);
      const int row = 4 * at.x + kernel.offset(index.xi), col = 4 * at.y + kernel.offset(index.yi);
      data.map.push_back(row * kernel.tile + col);
    }
  }
  return Layout::make(std::move(data)).value();
}

}  // namespace tcviz::inline gpu_layout
