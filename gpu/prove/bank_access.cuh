// The accesses of a warp to shared memory as device functions, each of one access and what makes its result count: for
// the kernels of the sweep, and for the program of tests/smem that runs under Nsight Compute. An access that the
// architecture lacks (stmatrix before sm_90, cp.async before sm_80) does nothing: callers leave it out. Needs CUDA.
#pragma once

namespace tcviz::inline gpu_prove {
namespace bank_access {

enum class Access {
  LoadPart,
  StorePart,
  Load,
  Store,
  Matrix,
  MatrixTransposed,
  StoreMatrix,
  StoreMatrixTransposed,
  Copy
};

template <Access access>
constexpr bool is_matrix = access == Access::Matrix || access == Access::MatrixTransposed ||
                           access == Access::StoreMatrix || access == Access::StoreMatrixTransposed;
template <Access access>
constexpr bool loads = access == Access::LoadPart || access == Access::Load || access == Access::Matrix ||
                       access == Access::MatrixTransposed;

template <int bytes>
__device__ void load_part(unsigned at, unsigned (&v)[4]) {
  if constexpr (bytes == 1) asm volatile("ld.volatile.shared.u8 %0, [%1];" : "=r"(v[0]) : "r"(at));
  if constexpr (bytes == 2) {
    unsigned short part = 0;
    asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=h"(part) : "r"(at));
    v[0] = part;
  }
}

template <int bytes>
__device__ void store_part(unsigned at, const unsigned (&v)[4]) {
  if constexpr (bytes == 1) asm volatile("st.volatile.shared.u8 [%1], %0;" ::"r"(v[0]), "r"(at) : "memory");
  if constexpr (bytes == 2)
    asm volatile("st.volatile.shared.u16 [%1], %0;" ::"h"(static_cast<unsigned short>(v[0])), "r"(at) : "memory");
}

template <int words>
__device__ void load(unsigned at, unsigned (&v)[4]) {
  if constexpr (words == 1) asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(v[0]) : "r"(at));
  if constexpr (words == 2) asm volatile("ld.volatile.shared.v2.b32 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(at));
  if constexpr (words == 4)
    asm volatile("ld.volatile.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(at));
}

template <int words>
__device__ void store(unsigned at, const unsigned (&v)[4]) {
  if constexpr (words == 1) asm volatile("st.volatile.shared.b32 [%1], %0;" ::"r"(v[0]), "r"(at) : "memory");
  if constexpr (words == 2)
    asm volatile("st.volatile.shared.v2.b32 [%2], {%0,%1};" ::"r"(v[0]), "r"(v[1]), "r"(at) : "memory");
  if constexpr (words == 4)
    asm volatile("st.volatile.shared.v4.b32 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(at)
                 : "memory");
}

template <int words>
__device__ void load_matrix(unsigned at, unsigned (&v)[4]) {
  if constexpr (words == 1) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at));
  if constexpr (words == 2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(at));
  if constexpr (words == 4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(at));
}

template <int words>
__device__ void load_transposed(unsigned at, unsigned (&v)[4]) {
  if constexpr (words == 1)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at));
  if constexpr (words == 2)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(at));
  if constexpr (words == 4)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(at));
}

template <int words>
__device__ void store_matrix(unsigned at, const unsigned (&v)[4]) {
  (void)at, (void)v;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (words == 1)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%1], {%0};" ::"r"(v[0]), "r"(at) : "memory");
  if constexpr (words == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%2], {%0,%1};" ::"r"(v[0]), "r"(v[1]), "r"(at) : "memory");
  if constexpr (words == 4)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]), "r"(v[2]),
                 "r"(v[3]), "r"(at)
                 : "memory");
#endif
}

template <int words>
__device__ void store_transposed(unsigned at, const unsigned (&v)[4]) {
  (void)at, (void)v;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (words == 1)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%1], {%0};" ::"r"(v[0]), "r"(at) : "memory");
  if constexpr (words == 2)
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%2], {%0,%1};" ::"r"(v[0]), "r"(v[1]), "r"(at)
                 : "memory");
  if constexpr (words == 4)
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%4], {%0,%1,%2,%3};" ::"r"(v[0]), "r"(v[1]),
                 "r"(v[2]), "r"(v[3]), "r"(at)
                 : "memory");
#endif
}

template <int words>
__device__ void copy(unsigned at, const void* source) {
  (void)at, (void)source;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(source), "n"(4 * words) : "memory");
#endif
}

// `words`: those of a lane, or the bytes if it takes a part of a word, or the number of matrices.
template <Access access, int words>
__device__ void act(unsigned at, unsigned (&v)[4], const void* source) {
  if constexpr (access == Access::LoadPart) load_part<words>(at, v);
  if constexpr (access == Access::StorePart) store_part<words>(at, v);
  if constexpr (access == Access::Load) load<words>(at, v);
  if constexpr (access == Access::Store) store<words>(at, v);
  if constexpr (access == Access::Matrix) load_matrix<words>(at, v);
  if constexpr (access == Access::MatrixTransposed) load_transposed<words>(at, v);
  if constexpr (access == Access::StoreMatrix) store_matrix<words>(at, v);
  if constexpr (access == Access::StoreMatrixTransposed) store_transposed<words>(at, v);
  if constexpr (access == Access::Copy) copy<words>(at, source);
}

inline __device__ void end_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

constexpr int unrolled = 16, step = 2048;  // accesses in a round of the loop, and bytes from one to the next

// Does the access `loops` times `unrolled` times. What was loaded is used, or the loads would not be waited for.
template <Access access, int words>
__device__ void act_often(unsigned at, unsigned (&v)[4], const void* source, int loops) {
#pragma unroll 1
  for (int loop = 0; loop < loops; ++loop) {
#pragma unroll
    for (int n = 0; n < unrolled; ++n) {
      unsigned w[4] = {v[0], v[1], v[2], v[3]};
      act<access, words>(at + n * step, w, source);
      if constexpr (loads<access>) v[0] ^= w[0];
      if constexpr (loads<access> && access != Access::LoadPart && words > 1) v[1] ^= w[1];
    }
  }
  if constexpr (access == Access::Copy) end_copies();
}

}  // namespace bank_access
}  // namespace tcviz::inline gpu_prove
