// The kernels of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix and movmatrix: a row for each instruction, generated
// from the table in tensor/instructions.py. Launchers only enqueue; nothing here waits or allocates.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz::inline gpu_probe {

enum class SumType : std::uint8_t { F16, F32, F64, S32 };
constexpr int sum_bits(SumType type) { return type == SumType::F16 ? 16 : type == SumType::F64 ? 64 : 32; }

// The launch of a kernel in which each block answers one trial of a TensorRequest.
struct TensorLaunch {
  static constexpr int most_values = 8;
  const std::uint32_t* words = nullptr;  // of every pattern: A, B, C, E
  int patterns = 1;
  HotOperand hot = HotOperand::None;
  int width = 0, slots = 0, record_words = 0, value_count = 1;
  std::uint64_t values[most_values] = {};
  std::uint32_t* out = nullptr;
  Ticket ticket;
};

struct TensorRow {
  std::string_view id;  // "mma.m16n8k16.f32.bf16"
  ComputeCapability since;
  int pattern_words, d_words;  // of all threads
  cudaError_t (*load)();       // loads the code: a tenth of a millisecond, which the first launch would take
  cudaError_t (*launch)(const TensorLaunch&, cudaStream_t);
};

std::span<const TensorRow> dense_rows();
std::span<const TensorRow> sparse_rows();
std::span<const TensorRow> warpgroup_rows();
const TensorRow* find_tensor_row(std::string_view id);  // null if there is none

}  // namespace tcviz::inline gpu_probe
