// Repeats the arithmetic of a kernel for whole products on the CPU, operation by operation: a check of the measured
// residuals, and the only source of residuals without a GPU. Times nothing.
#pragma once

#include <span>

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

inline constexpr std::string_view simulated_device = "simulated on the CPU";

// Returns the row that run_gemm() would return, without times; it has an error if the kernel's order of sums is not
// known. A tensor-core instruction aligns its products (16 of f16, 8 of TF32) and the sum to the largest of them, drops
// all but a few more bits, adds, and truncates the result towards zero: the behaviour that Fasi, Higham, Mikaitis and
// Pranesh measured ("Numerical behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330, 2021). The number of
// these bits was found by comparison with an H200.
GemmRow simulate_gemm(const GemmKernel& kernel, const GemmShape& shape, GemmData data, int spread);

// The most multiplications of a simulated product; more would take minutes.
inline constexpr double most_simulated = 1 << 30;
// Simulates every kernel at every shape and spread; spread 0 stands for numbers between -1 and 1. Returns the error
// BadInput if a shape is too large.
Result<GemmReport> simulate_gemms(std::span<const GemmKernel* const> kernels, std::span<const GemmShape> shapes,
                                  std::span<const int> spreads);

}  // namespace tcviz::inline gpu_gemm
