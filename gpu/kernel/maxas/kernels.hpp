// The two published kernels in figures, for panels and tables: counted in their final listings (NervanaSystems/maxas,
// sgemm_final_64.sass and sgemm_final_128.sass). Figures that a model can compute are not here.
#pragma once

#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

// The assembler's own statistic: every instruction of the listing that can reuse, each counted once. Not the figure of
// the inner loop, which collector.hpp computes.
struct ListingReuse {
  int hits = 0, reads = 0;
  double percent() const { return 100.0 * hits / reads; }
};

struct KernelFigures {
  SgemmKernel kernel;
  int registers = 0;          // of a thread
  int loop_instructions = 0;  // of one pass
  int issue_slots = 0;        // of one pass: those issued without another instruction beside them
  ListingReuse listing;
};

inline constexpr int lines = 8;           // k lines of a pass: k is a multiple of it
inline constexpr int ffmas = 64;          // of a thread and k line
inline constexpr int register_banks = 4;  // Maxwell; Volta has two

inline constexpr KernelFigures sgemm64_figures{sgemm64, 127, 562, 520, {851, 1808}};
inline constexpr KernelFigures sgemm128_figures{sgemm128, 118, 556, 518, {844, 1802}};
constexpr const KernelFigures& figures_of(const SgemmKernel& kernel) {
  return kernel == sgemm64 ? sgemm64_figures : sgemm128_figures;
}

}  // namespace tcviz::maxas
