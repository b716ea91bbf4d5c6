// Measures which bytes of shared memory a wgmma reads for a descriptor. The other operand is an identity matrix, so
// that D shows the elements of the measured operand as they were read. In the first pass shared memory holds ones,
// which shows the elements that were read inside the window; in each further pass it holds one digit of every element's
// number.
#pragma once

#include <cuda_fp16.h>

#include "gpu/prove/sweep_kernels.hpp"

namespace tcviz::inline gpu_prove {
namespace operand_probe {

inline constexpr unsigned identity_at = window_end + 1024, identity_bytes = 8192;
inline constexpr int rows_of_a = 64, threads = 128, most_columns = 128;

enum class Code { F16, U8, E4m3, Tf32, B1 };

// Returns the bits of a small integer as an element.
template <Code code>
__device__ unsigned coded(unsigned value) {
  if constexpr (code == Code::F16) return __half_as_ushort(__float2half(static_cast<float>(value)));
  if constexpr (code == Code::Tf32) return __float_as_uint(static_cast<float>(value));
  if constexpr (code == Code::E4m3) return 0x4e4c4a4844403800ULL >> (8 * value) & 255;
  return value;
}

// Returns the 32 bits for an address: for each element in them a digit of its number, or one in pass 0.
template <class Use>
__device__ unsigned coded_word(unsigned address, int pass) {
  unsigned word = 0;
  for (int at = 0; at < 32 / Use::bits; ++at) {
    const unsigned number = address * 8 / Use::bits + at;
    const unsigned digit = number >> (Use::digit * (pass - 1)) & ((1U << Use::digit) - 1);
    word |= coded<Use::code>(pass == 0 ? 1 : digit) << (at * Use::bits);
  }
  return word;
}

// Returns the column of k that the metadata assigns to a stored column: `half` selects the first or the second of each
// pair.
template <class Use>
__device__ int meant_column(int stored, int half) {
  return Use::bits == 32 ? 2 * stored + half : stored / 2 * 4 + stored % 2 + 2 * half;
}

// The columns of k that one launch measures: of A one for each column of D, of B one for each row of D.
template <class Use>
struct Turn {
  static constexpr int lines = Use::is_a ? most_columns : rows_of_a;
  static constexpr int all = Use::sparse ? (Use::is_a ? 1 : 2) : (Use::k + lines - 1) / lines;
  static constexpr int columns = Use::sparse && !Use::is_a ? 2 * Use::k : Use::k;  // columns of the operand
  int number;
  // Returns the column at which the identity has its one in this line; -1: it has none.
  __device__ int identity(int line) const {
    const int column = Use::sparse ? line : line + lines * number;
    return column < Use::k ? column : -1;
  }
  // Returns the column of the operand that this line of D shows.
  __device__ int column(int line) const {
    const int column = identity(line);
    return Use::sparse && !Use::is_a && column >= 0 ? meant_column<Use>(column, number) : column;
  }
};

// Writes B as an identity to shared memory, K-major without swizzle: 16 bytes of 8 rows are together.
template <class Use>
__device__ void write_identity(char* zero, Turn<Use> turn) {
  constexpr int group = Use::sparse ? 512 : 256;
  for (unsigned at = threadIdx.x * 4; at < identity_bytes; at += threads * 4)
    *reinterpret_cast<unsigned*>(zero + identity_at + at) = 0;
  __syncthreads();
  const int n = static_cast<int>(threadIdx.x), column = turn.identity(n);
  if (column < 0) return;
  const int bit = (Use::sparse ? meant_column<Use>(column, 0) : column) * Use::bits;
  char* const place = zero + identity_at + n % 8 * 16 + n / 8 * group + bit / 128 * 128 + bit % 128 / 32 * 4;
  *reinterpret_cast<unsigned*>(place) = coded<Use::code>(1) << (bit % 32);
}

template <class Use>
__device__ std::uint64_t identity_descriptor() {
  return std::uint64_t{identity_at >> 4} | std::uint64_t{128 >> 4} << 16 |
         std::uint64_t{(Use::sparse ? 512 : 256) >> 4} << 32;
}

// Loads A as an identity into registers: 16 rows per warp, 32 bytes per row.
template <class Use>
__device__ void load_identity(unsigned (&a)[4], Turn<Use> turn) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int r = 0; r < 4; ++r) {
    const int bit = turn.identity(warp * 16 + lane / 4 + 8 * (r % 2)) * Use::bits;
    a[r] = bit >= 0 && bit / 32 == lane % 4 + 4 * (r / 2) ? coded<Use::code>(1) << (bit % 32) : 0;
  }
}

template <class Use>
__device__ void add_digit(std::int32_t* place, typename Use::Sum sum, int pass) {
  const int value = static_cast<int>(sum);
  if (pass == 0)
    *place = value == 1 ? 0 : -1;
  else if (*place >= 0)
    *place |= value << (Use::digit * (pass - 1));
}

template <class Use>
__device__ void multiply_once(typename Use::Sum (&d)[Use::sums], std::uint64_t descriptor, Turn<Use> turn) {
  unsigned a[4] = {};
  if constexpr (!Use::is_a) load_identity(a, turn);
  const unsigned metadata = !Use::is_a && turn.number == 1 ? 0xEEEEEEEEU : 0x44444444U;
  asm volatile("fence.proxy.async;\nwgmma.fence.sync.aligned;" ::: "memory");
  Use::multiply(d, a, descriptor, Use::is_a ? identity_descriptor<Use>() : descriptor, metadata);
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (auto& sum : d) asm volatile("" : "+r"(reinterpret_cast<int&>(sum))::"memory");
}

template <class Use>
__global__ void read_kernel(std::uint64_t descriptor, int pass, int number, std::int32_t* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ char shared[];
  char* const zero = shared - __cvta_generic_to_shared(shared);  // where the window of shared memory begins
  const Turn<Use> turn{number};
  for (unsigned at = window_begin + threadIdx.x * 4; at < window_end; at += threads * 4)
    *reinterpret_cast<unsigned*>(zero + at) = coded_word<Use>(at, pass);
  if constexpr (Use::is_a) write_identity<Use>(zero, turn);
  __syncthreads();
  typename Use::Sum d[Use::sums] = {};
  multiply_once<Use>(d, descriptor, turn);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = 0; i < Use::sums; ++i) {
    const int m = warp * 16 + lane / 4 + 8 * (i % 4 / 2), n = 8 * (i / 4) + lane % 4 * 2 + i % 2;
    const int column = turn.column(Use::is_a ? n : m);
    if (column >= 0) add_digit<Use>(out + (Use::is_a ? m : n) * Turn<Use>::columns + column, d[i], pass);
  }
#endif
}

// Measures the clocks of one instruction among many consecutive ones, which wait only for each other.
template <class Use>
__global__ void time_kernel(std::uint64_t descriptor, float* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ char shared[];
  char* const zero = shared - __cvta_generic_to_shared(shared);
  for (unsigned at = window_begin + threadIdx.x * 4; at < identity_at + identity_bytes; at += threads * 4)
    *reinterpret_cast<unsigned*>(zero + at) = 0;
  __syncthreads();
  const std::uint64_t other = identity_descriptor<Use>();  // the other operand, which is all zero
  constexpr int rounds = 3, groups = 16, group = 16;
  typename Use::Sum d[Use::sums] = {};
  const unsigned a[4] = {};
  long long begin = 0, end = 0;
  asm volatile("fence.proxy.async;" ::: "memory");
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    begin = clock64();
    for (int at = 0; at < groups; ++at) {
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int n = 0; n < group; ++n)
        Use::multiply(d, a, Use::is_a ? descriptor : other, Use::is_a ? other : descriptor, 0);
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
    end = clock64();
  }
  typename Use::Sum used = 0;
  for (const auto& sum : d) used += sum;
  if (threadIdx.x == 0) out[0] = static_cast<float>(end - begin) / (groups * group);
  if (used != 0) out[1] = static_cast<float>(used);  // it never is, but without a use nothing is multiplied
#endif
}

static __global__ void has_wgmma_kernel(int* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  *out = 1;
#else
  *out = 0;
#endif
}

template <class Kernel>
cudaError_t allow_shared(Kernel kernel) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, operand_shared_bytes);
}

template <class Use>
cudaError_t read_operand(std::uint64_t descriptor, void* out) {
  if (const cudaError_t code = allow_shared(read_kernel<Use>); code != cudaSuccess) return code;
  for (int turn = 0; turn < Turn<Use>::all; ++turn)
    for (int pass = 0; pass <= Use::digits; ++pass)
      read_kernel<Use><<<1, threads, operand_shared_bytes>>>(descriptor, pass, turn, static_cast<std::int32_t*>(out));
  return cudaGetLastError();
}

template <class Use>
cudaError_t time_operand(std::uint64_t descriptor, void* out) {
  if (const cudaError_t code = allow_shared(time_kernel<Use>); code != cudaSuccess) return code;
  time_kernel<Use><<<1, threads, operand_shared_bytes>>>(descriptor, static_cast<float*>(out));
  return cudaGetLastError();
}

}  // namespace operand_probe
}  // namespace tcviz::inline gpu_prove
