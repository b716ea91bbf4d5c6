// Repeats the arithmetic of a product's kernel on the CPU, operation by operation: a second way to the residuals, and
// the only one without a GPU. Times nothing.
#pragma once

#include <span>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

inline constexpr std::string_view simulated_device = "simulated on the CPU";

// Returns the row as run_gemm() would fill it, but for the times; it holds an error if a kernel's order of sums is not
// known. An instruction of a tensor core aligns its products (16 of f16, 8 of TF32) and the sum to the largest of them,
// drops what lies below a few more bits, adds, and cuts the result towards zero: the behaviour that Fasi, Higham,
// Mikaitis and Pranesh measured ("Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330, 2021). The
// number of those bits comes from a comparison with an H200.
GemmRow simulate_gemm(const GemmKernel& kernel, const GemmShape& shape, GemmData data, int spread);

// The most multiplications of a product; with more it takes minutes.
inline constexpr double most_simulated = 1 << 30;
// Simulates every kernel at every shape and spread; spread 0 is numbers between -1 and 1. BadInput if a shape is too
// large.
Result<GemmReport> simulate_gemms(std::span<const GemmKernel* const> kernels, std::span<const GemmShape> shapes,
                                  std::span<const int> spreads);

}  // namespace tcviz::inline gpu_gemm
