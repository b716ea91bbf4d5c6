// The kernels that execute mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix and movmatrix for the probes: one row for
// each instruction, generated from the table in tensor/instructions.py. The launch functions only enqueue: they neither
// wait nor allocate.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz::inline gpu_probe {

// The type of the values of D.
enum class SumType : std::uint8_t { F16, F32, F64, S32 };
constexpr int sum_bits(SumType type) { return type == SumType::F16 ? 16 : type == SumType::F64 ? 64 : 32; }

// The arguments of a kernel in which each block executes one trial of a TensorRequest (probe_device.hpp).
struct TensorLaunch {
  static constexpr int most_values = 8;
  const std::uint32_t* words = nullptr;  // the words of A, B, C and E of all patterns
  int patterns = 1;
  HotOperand hot = HotOperand::None;
  int width = 0, slots = 0, record_words = 0, value_count = 1;
  std::uint64_t values[most_values] = {};
  std::uint32_t* out = nullptr;
  Ticket ticket;
};

// The kernel of one instruction.
struct TensorRow {
  std::string_view id;         // "mma.m16n8k16.f32.bf16"
  ComputeCapability since;     // the first compute capability with the instruction
  int pattern_words, d_words;  // numbers of words of all threads
  cudaError_t (*load)();       // loads the code in advance, which takes 0.1 ms that the first launch would need
  cudaError_t (*launch)(const TensorLaunch&, cudaStream_t);
};

std::span<const TensorRow> dense_rows();
std::span<const TensorRow> sparse_rows();
std::span<const TensorRow> warpgroup_rows();
// Returns the row with this id; null if there is none.
const TensorRow* find_tensor_row(std::string_view id);

}  // namespace tcviz::inline gpu_probe
