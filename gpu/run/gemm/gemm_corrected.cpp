// An f32 product from f16 pieces (the paper, 2.3): A = A16 + dA16, B = B16 + dB16, and
//
//   C = A16 B16 + dA16 B16 + A16 dB16
//
// If the layout is known, each thread reads its own f32 elements from the shared tile and makes both fragments in
// registers (the paper's load_matrix_with_operation and foreach). Staged: the halves go through shared memory once
// more.
//
// From the same authors' later work: tensor cores cut sums off instead of rounding them, so they accumulate one stage
// only, and the CUDA cores, which round to nearest, accumulate the stages; "truncated" leaves all sums to the tensor
// cores as the paper has it. Scaled: errors times 2^11, so that few of them are subnormal.
//
// CPU reference: multiply_f64 in gemm_reference.cpp.
#include <fmt/format.h>

#include "gpu/run/gemm/gemm_texts.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

WarpPlan corrected_plan(ComputeCapability capability, const Corrected& how) {
  if (capability < 80) return {64, 64, 16, 2, 2, 2};
  WarpPlan plan{128, 128, corrected_stage_k, 2, 2, 3};
  const bool small = capability != 80 && capability != 87 && (capability < 90 || capability >= 120);  // 99 KiB
  if (small || how.staged) plan.stages = 2;
  if (small && how.staged) plan.n = 64;
  return plan;
}

// Returns the skew in floats for tiles that are split, in halves for those that fragments are loaded from.
int left_skew(const Corrected& how) { return how.staged && !how.skewed ? 0 : 8; }
int right_skew(const Corrected& how) { return how.staged && !how.skewed ? 0 : 4; }
int half_skew(const Corrected& how) { return how.skewed ? 8 : 0; }

std::string corrected_constants(const Corrected& how) {
  return head_text({{"LEFT_SKEW", left_skew(how)},
                    {"SKEW", right_skew(how)},
                    {"HALF_SKEW", half_skew(how)},
                    {"STRIP", 8},
                    {"STAGED", how.staged},
                    {"TRUNCATED", how.truncated},
                    {"SCALED", how.scaled},
                    {"SCALE", how.scaled ? corrected_scale : 1.0f}});
}

std::string formula_functions(const FragmentFormulae& f) {
  return fmt::format(
      "// Which element thread tid holds in x[i].\n"
      "__device__ constexpr int a_row(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int a_col(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int b_row(int tid, int i) {{ return {}; }}\n"
      "__device__ constexpr int b_col(int tid, int i) {{ return {}; }}\n",
      f.a_row, f.a_col, f.b_row, f.b_col);
}

}  // namespace

std::string corrected_text(ComputeCapability capability, const FragmentFormulae& formulae, const Corrected& how) {
  return gemm_text("corrected_wmma.cu",
                   head_text(corrected_plan(capability, how)) + corrected_constants(how) + formula_functions(formulae));
}

GemmTiles corrected_tiles(ComputeCapability capability, const Corrected& how) {
  const WarpPlan p = corrected_plan(capability, how);
  const int floats = p.m * (p.k + left_skew(how)) + p.k * (p.n + right_skew(how));
  const int halves = how.staged ? 2 * (p.m * (p.k + half_skew(how)) + p.k * (p.n + half_skew(how))) : 0;
  return tiles_of_warps(p, p.stages * floats * 4 + halves * 2);
}

}  // namespace tcviz::inline gpu_gemm
