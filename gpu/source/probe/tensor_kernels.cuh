// The kernel that executes one tensor-core or matrix-move instruction, as a template over the generated instructions
// (Op). One block is the group of threads that executes an instruction together: a warp or a warpgroup.
#pragma once

#include <cuda_fp16.h>

#include <cstring>

#include "gpu/source/probe/tensor_kernels.hpp"

namespace tcviz::inline gpu_probe {
namespace tensor_probe {

// Returns a register in the type that inline assembly needs for an operand: b32 as it is, f32 or f64.
template <class T>
__device__ T& as(std::uint32_t& word) {
  return reinterpret_cast<T&>(word);
}

__device__ inline std::uint32_t shared_address(const void* memory) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
}

// Returns the matrix descriptor of B in shared memory without swizzle, K-major (PTX ISA, "Asynchronous Warpgroup Level
// Matrix Shared Memory Layout"). Memory consists of blocks of 8 columns of B by 16 bytes along k; blocks that follow
// along k are adjacent.
//   [13:0] address / 16   [29:16] bytes between blocks along k / 16   [45:32] between blocks along n / 16
__device__ inline std::uint64_t descriptor(const void* memory, int blocks_along_k) {
  constexpr int block_bytes = 128;
  return (std::uint64_t{shared_address(memory)} & 0x3FFFF) >> 4 | std::uint64_t{block_bytes >> 4} << 16 |
         static_cast<std::uint64_t>(blocks_along_k * block_bytes >> 4) << 32;
}

// Sets the bits [first, first + width) of a thread's registers to `value`; a 64-bit value fills two registers.
template <int Count>
__device__ void replace_bits(std::uint32_t* words, int first, int width, std::uint64_t value) {
  for (int w = 0; w < Count; ++w) {
    const int shift = first - w * 32;
    if (shift <= -width || shift >= 32) continue;
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - width);
    const auto placed = [&](std::uint64_t bits) {
      return static_cast<std::uint32_t>(shift >= 0 ? bits << shift : bits >> -shift);
    };
    words[w] = (words[w] & ~placed(ones)) | placed(value);
  }
}

// Returns value i of D as an integer modulo 256.
__device__ inline std::uint8_t low_byte(const std::uint32_t* d, int i, SumType type) {
  switch (type) {
    case SumType::F16: {
      const __half_raw raw{static_cast<unsigned short>(d[i / 2] >> i % 2 * 16)};
      return static_cast<std::uint8_t>(static_cast<int>(__half2float(__half(raw))));
    }
    case SumType::F32:
      return static_cast<std::uint8_t>(static_cast<int>(__uint_as_float(d[i])));
    case SumType::F64:
      return static_cast<std::uint8_t>(static_cast<int>(__hiloint2double(d[2 * i + 1], d[2 * i])));
    default:
      return static_cast<std::uint8_t>(d[i]);
  }
}

template <class Op>
inline constexpr int d_values = Op::d_words * 32 / sum_bits(Op::sum);  // values of D in one thread

template <class Op>
inline constexpr int pattern_words =
    Op::threads*(Op::a_words + Op::b_words + (Op::has_c ? Op::d_words : 0) + (Op::has_e ? 1 : 0)) + Op::shared_words;

template <class Op>
struct Registers {
  alignas(8) std::uint32_t a[Op::a_words > 0 ? Op::a_words : 1];
  alignas(8) std::uint32_t b[Op::b_words > 0 ? Op::b_words : 1];
  alignas(8) std::uint32_t d[Op::d_words];  // C, then D
  std::uint32_t e = 0;
};

template <class Op>
__device__ void read_pattern(Registers<Op>& own, std::uint32_t* shared, const std::uint32_t* words) {
  const int tid = static_cast<int>(threadIdx.x);
  for (int w = 0; w < Op::a_words; ++w) own.a[w] = words[tid * Op::a_words + w];
  words += Op::threads * Op::a_words;
  for (int w = 0; w < Op::b_words; ++w) own.b[w] = words[tid * Op::b_words + w];
  for (int w = tid; w < Op::shared_words; w += Op::threads) shared[w] = words[w];
  words += Op::threads * Op::b_words + Op::shared_words;
  for (int w = 0; w < Op::d_words; ++w) own.d[w] = Op::has_c ? words[tid * Op::d_words + w] : 0;
  if (Op::has_c) words += Op::threads * Op::d_words;
  if (Op::has_e) own.e = words[tid];
}

template <class Op>
__device__ void heat(Registers<Op>& own, const TensorLaunch& launch, int slot, std::uint64_t value) {
  const int operand_words = launch.hot == HotOperand::A   ? Op::a_words
                            : launch.hot == HotOperand::B ? Op::b_words
                            : launch.hot == HotOperand::C ? Op::d_words
                                                          : 1;
  const int per_thread = operand_words * 32 / launch.width;
  if (static_cast<int>(threadIdx.x) != slot / per_thread) return;
  const int first = slot % per_thread * launch.width;
  if (launch.hot == HotOperand::A) replace_bits<Op::a_words>(own.a, first, launch.width, value);
  if (launch.hot == HotOperand::B) replace_bits<Op::b_words>(own.b, first, launch.width, value);
  if (launch.hot == HotOperand::C) replace_bits<Op::d_words>(own.d, first, launch.width, value);
  if (launch.hot == HotOperand::E) replace_bits<1>(&own.e, first, launch.width, value);
}

// Executes the instruction with the pattern alone and with one slot replaced, and writes the differences in D to the
// record of this block.
template <class Op>
__device__ void compare_hot(Registers<Op>& own, std::uint32_t* shared, const TensorLaunch& launch, int block) {
  __shared__ unsigned changes;
  if (threadIdx.x == 0) changes = 0;
  Registers<Op> plain = own;
  const int trial = block / launch.patterns;
  heat<Op>(own, launch, trial / launch.value_count, launch.values[trial % launch.value_count]);
  Op::run(plain, shared);
  Op::run(own, shared);
  __syncthreads();
  std::uint32_t* record = launch.out + static_cast<std::size_t>(block) * launch.record_words;
  for (int i = 0; i < d_values<Op>; ++i) {
    const unsigned change = (low_byte(own.d, i, Op::sum) - low_byte(plain.d, i, Op::sum)) & 0xFF;
    if (change == 0) continue;
    const unsigned place = atomicAdd(&changes, 1);
    if (place + 1 < static_cast<unsigned>(launch.record_words))
      record[place + 1] = (threadIdx.x * d_values<Op> + i) << 8 | change;
  }
  __syncthreads();
  if (threadIdx.x == 0) record[0] = changes;
}

template <class Op>
__global__ void tensor_kernel(TensorLaunch launch) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *launch.ticket.started = launch.ticket.ticket;
    __threadfence_system();
  }
  __shared__ __align__(128) std::uint32_t shared[Op::shared_words > 0 ? Op::shared_words : 1];
  const int block = static_cast<int>(blockIdx.x), tid = static_cast<int>(threadIdx.x);
  Registers<Op> own;
  read_pattern<Op>(own, shared, launch.words + static_cast<std::size_t>(block % launch.patterns) * pattern_words<Op>);
  __syncthreads();
  if constexpr (Op::may_be_hot) {
    if (launch.hot != HotOperand::None) return compare_hot<Op>(own, shared, launch, block);
  }
  Op::run(own, shared);
  std::uint32_t* out = launch.out + (static_cast<std::size_t>(block) * Op::threads + tid) * Op::d_words;
  for (int w = 0; w < Op::d_words; ++w) out[w] = own.d[w];
}

template <class Op>
cudaError_t load_tensor() {
  cudaFuncAttributes code{};
  if (const cudaError_t error = cudaFuncGetAttributes(&code, tensor_kernel<Op>); error != cudaSuccess) return error;
  return code.ptxVersion < Op::since ? cudaErrorNoKernelImageForDevice
                                     : cudaSuccess;  // compiled without the instruction
}

template <class Op>
cudaError_t launch_tensor(const TensorLaunch& launch, cudaStream_t stream) {
  if (const cudaError_t error = load_tensor<Op>(); error != cudaSuccess) return error;
  const int trials = launch.hot == HotOperand::None ? 1 : launch.slots * launch.value_count;
  tensor_kernel<Op><<<launch.patterns * trials, Op::threads, 0, stream>>>(launch);
  return cudaGetLastError();
}

template <class Op>
constexpr TensorRow row_of(std::string_view id) {
  return {id, Op::since, pattern_words<Op>, Op::threads * Op::d_words, load_tensor<Op>, launch_tensor<Op>};
}

}  // namespace tensor_probe
}  // namespace tcviz::inline gpu_probe
