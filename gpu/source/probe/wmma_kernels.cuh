// The probe kernels for loads, stores and products as templates over nvcuda::wmma fragments. One warp executes each
// block.
#pragma once

#include <mma.h>

#include <cstring>

#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz::inline gpu_probe {
namespace wmma_probe {

using namespace nvcuda;

template <class Fragment>
inline constexpr int word_count = sizeof(Fragment::x) / 4;
template <class Fragment>
inline constexpr int value_bits = 32 * word_count<Fragment> / Fragment::num_elements;

// The sizes m, n and k of a fragment, its element type in memory, and the operand that it is.
template <class Fragment>
struct Traits;
template <class Use, int M, int N, int K, class T, class Order>
struct Traits<wmma::fragment<Use, M, N, K, T, Order>> {
  static constexpr int m = M, n = N, k = K;
  static constexpr bool is_accumulator = std::is_same_v<Use, wmma::accumulator>;
  static constexpr bool is_a = std::is_same_v<Use, wmma::matrix_a>;
  static constexpr bool is_b1 = std::is_same_v<T, wmma::experimental::precision::b1>;
  using Value = T;
};

// The type of the pointer that wmma::load_matrix_sync takes: void for types narrower than a byte.
template <class T>
struct MemoryOf {
  using Type = T;
};
template <>
struct MemoryOf<wmma::experimental::precision::s4> {
  using Type = void;
};
template <>
struct MemoryOf<wmma::experimental::precision::u4> {
  using Type = void;
};
template <>
struct MemoryOf<wmma::experimental::precision::b1> {
  using Type = void;
};

template <class Fragment>
__device__ void load(Fragment& fragment, const std::uint8_t* image, unsigned leading_dimension, bool row_major) {
  using Memory = typename MemoryOf<typename Traits<Fragment>::Value>::Type;
  const auto* matrix = reinterpret_cast<const Memory*>(image);
  if constexpr (Traits<Fragment>::is_accumulator) {
    wmma::load_matrix_sync(fragment, matrix, leading_dimension, row_major ? wmma::mem_row_major : wmma::mem_col_major);
  } else {
    wmma::load_matrix_sync(fragment, matrix, leading_dimension);
  }
}

template <class Fragment>
__device__ void set_words(Fragment& fragment, const std::uint32_t* words) {
  std::uint32_t own[word_count<Fragment>];
  for (int w = 0; w < word_count<Fragment>; ++w) own[w] = words[threadIdx.x * word_count<Fragment> + w];
  memcpy(fragment.x, own, sizeof own);
}

template <class Fragment>
__device__ void get_words(const Fragment& fragment, std::uint32_t* words) {
  std::uint32_t own[word_count<Fragment>];
  memcpy(own, fragment.x, sizeof own);
  for (int w = 0; w < word_count<Fragment>; ++w) words[threadIdx.x * word_count<Fragment> + w] = own[w];
}

// Sets all slots to zero except `slot`, which gets the bits `one`.
template <class Fragment>
__device__ void set_one_hot(Fragment& fragment, int slot, std::uint64_t one) {
  constexpr int bits = value_bits<Fragment>;
  const int i = slot % Fragment::num_elements;
  const bool mine = static_cast<int>(threadIdx.x) == slot / Fragment::num_elements;
  std::uint32_t own[word_count<Fragment>];
  for (int w = 0; w < word_count<Fragment>; ++w) {
    const int shift = i * bits - w * 32;  // of `one` against this word; 64-bit values reach over two words
    const bool inside = shift > -bits && shift < 32;
    const std::uint64_t part = shift >= 0 ? one << (shift & 31) : one >> (-shift & 63);
    own[w] = mine && inside ? static_cast<std::uint32_t>(part) : 0u;
  }
  memcpy(fragment.x, own, sizeof own);
}

template <class A, class B, class C>
__device__ void multiply(C& d, const A& a, const B& b, const C& c) {
  if constexpr (!Traits<A>::is_b1) {
    wmma::mma_sync(d, a, b, c);
  } else {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpAND);
#else
    wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpXOR);  // the only operation of 7.5
#endif
  }
}

__device__ inline void begin(const Ticket& ticket) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *ticket.started = ticket.ticket;
    __threadfence_system();
  }
}

template <class Fragment>
__global__ void load_kernel(LoadLaunch launch) {
  begin(launch.ticket);
  const int image = static_cast<int>(blockIdx.x);
  const bool row_major = image < launch.row_images;
  const unsigned leading_dimension = row_major ? launch.row_leading_dimension : launch.col_leading_dimension;
  Fragment fragment;
  load(fragment, launch.images + image * launch.image_bytes, leading_dimension, row_major);
  get_words(fragment, launch.words + image * 32 * word_count<Fragment>);
}

// Multiplies a one-hot A or B (`Fragment`) by the code matrix. Compared with an all-zero fragment, the product is
// larger where the code has a one; an XOR product is smaller.
template <class Fragment, class A, class B, class C>
__global__ void operand_store_kernel(StoreLaunch launch) {
  begin(launch.ticket);
  constexpr int m = Traits<C>::m, n = Traits<C>::n;
  constexpr bool is_a = Traits<Fragment>::is_a;
  using Value = typename Traits<C>::Value;
  __shared__ __align__(32) Value result[2][m * n];
  A a;
  B b;
  C c, d;
  wmma::fill_fragment(c, Value(0));
  if constexpr (is_a)
    load(b, launch.code, launch.leading_dimension, true);
  else
    load(a, launch.code, launch.leading_dimension, true);
  for (int hot = 0; hot < 2; ++hot) {
    const std::uint64_t one = hot ? launch.one : 0;
    if constexpr (is_a)
      set_one_hot(a, static_cast<int>(blockIdx.x), one);
    else
      set_one_hot(b, static_cast<int>(blockIdx.x), one);
    multiply(d, a, b, c);
    wmma::store_matrix_sync(result[hot], d, n, wmma::mem_row_major);
  }
  __syncwarp();
  constexpr int cells = is_a ? m : n;
  for (int cell = static_cast<int>(threadIdx.x); cell < cells; cell += 32) {
    unsigned byte = 0;
    for (int bit = 0; bit < 8; ++bit) {
      const int at = is_a ? cell * n + bit : bit * n + cell;
      const float change = static_cast<float>(result[1][at]) - static_cast<float>(result[0][at]);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
      constexpr bool down = Traits<Fragment>::is_b1;
#else
      constexpr bool down = false;
#endif
      if (down ? change < 0 : change > 0) byte |= 1u << bit;
    }
    launch.cells[blockIdx.x * cells + cell] = static_cast<std::uint8_t>(byte);
  }
}

template <class C>
__global__ void accumulator_store_kernel(StoreLaunch launch) {
  begin(launch.ticket);
  constexpr int m = Traits<C>::m, n = Traits<C>::n;
  using Value = typename Traits<C>::Value;
  __shared__ __align__(32) Value result[m * n];
  C c;
  set_one_hot(c, static_cast<int>(blockIdx.x), launch.one);
  wmma::store_matrix_sync(result, c, n, wmma::mem_row_major);
  __syncwarp();
  for (int cell = static_cast<int>(threadIdx.x); cell < m * n; cell += 32) {
    launch.cells[blockIdx.x * m * n + cell] = static_cast<float>(result[cell]) != 0.0f ? 1 : 0;
  }
}

template <class A, class B, class C>
__global__ void product_kernel(ProductLaunch launch) {
  begin(launch.ticket);
  A a;
  B b;
  C c, d;
  set_words(a, launch.a);
  set_words(b, launch.b);
  set_words(c, launch.c);
  multiply(d, a, b, c);
  get_words(d, launch.d);
}

template <class Fragment>
cudaError_t launch_load(const LoadLaunch& launch, cudaStream_t stream) {
  load_kernel<Fragment><<<launch.image_count, 32, 0, stream>>>(launch);
  return cudaGetLastError();
}

template <class Fragment, class A, class B, class C>
cudaError_t launch_store(const StoreLaunch& launch, cudaStream_t stream) {
  constexpr int slots = 32 * Fragment::num_elements;
  if constexpr (Traits<Fragment>::is_accumulator)
    accumulator_store_kernel<C><<<slots, 32, 0, stream>>>(launch);
  else
    operand_store_kernel<Fragment, A, B, C><<<slots, 32, 0, stream>>>(launch);
  return cudaGetLastError();
}

template <class A, class B, class C>
cudaError_t launch_product(const ProductLaunch& launch, cudaStream_t stream) {
  product_kernel<A, B, C><<<1, 32, 0, stream>>>(launch);
  return cudaGetLastError();
}

// Returns a row of the table: the fragment of the kind itself, and the product A * B + C with which it is probed.
template <class Fragment, class A, class B, class C>
constexpr KernelRow row(std::string_view id) {
  using Own = Traits<Fragment>;
  constexpr bool is_sum = Own::is_accumulator;
  return {id,
          Fragment::num_elements,
          is_sum || Own::is_a ? Own::m : Own::k,
          is_sum || !Own::is_a ? Own::n : Own::k,
          launch_load<Fragment>,
          launch_store<Fragment, A, B, C>,
          launch_product<A, B, C>};
}

// The two products of an element type that can be loaded in both memory orders: row-major A by column-major B, and
// column-major A by row-major B.
template <int M, int N, int K, class T, class Sum>
struct Products {
  using ARow = wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major>;
  using ACol = wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::col_major>;
  using BRow = wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::row_major>;
  using BCol = wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major>;
  using C = wmma::fragment<wmma::accumulator, M, N, K, Sum>;

  static constexpr KernelRow a_row(std::string_view id) { return row<ARow, ARow, BCol, C>(id); }
  static constexpr KernelRow a_col(std::string_view id) { return row<ACol, ACol, BRow, C>(id); }
  static constexpr KernelRow b_row(std::string_view id) { return row<BRow, ACol, BRow, C>(id); }
  static constexpr KernelRow b_col(std::string_view id) { return row<BCol, ARow, BCol, C>(id); }
  static constexpr KernelRow sum(std::string_view id) { return row<C, ARow, BCol, C>(id); }
};

}  // namespace wmma_probe
}  // namespace tcviz::inline gpu_probe
