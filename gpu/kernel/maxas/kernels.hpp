// Figures of the two published maxas kernels, counted in their final listings (NervanaSystems/maxas,
// sgemm_final_64.sass and sgemm_final_128.sass). Figures that a model can compute are not here.
#pragma once

#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

// The statistic that the maxas assembler prints: it counts every instruction of the listing that can reuse operands
// once. For the inner loop alone, see collector.hpp.
struct ListingReuse {
  int hits = 0, reads = 0;
  double percent() const { return 100.0 * hits / reads; }
};

// The figures of one kernel.
struct KernelFigures {
  SgemmKernel kernel;
  int registers = 0;          // registers of one thread
  int loop_instructions = 0;  // instructions of one pass of the loop
  int issue_slots = 0;  // issue slots of one pass: its instructions, except those issued together with another one
  ListingReuse listing;
};

inline constexpr int lines = 8;           // k lines of one pass of the loop: k is a multiple of it
inline constexpr int ffmas = 64;          // FFMAs of one thread for one k line
inline constexpr int register_banks = 4;  // Maxwell; Volta has two

inline constexpr KernelFigures sgemm64_figures{sgemm64, 127, 562, 520, {851, 1808}};
inline constexpr KernelFigures sgemm128_figures{sgemm128, 118, 556, 518, {844, 1802}};
constexpr const KernelFigures& figures_of(const SgemmKernel& kernel) {
  return kernel == sgemm64 ? sgemm64_figures : sgemm128_figures;
}

}  // namespace tcviz::maxas
