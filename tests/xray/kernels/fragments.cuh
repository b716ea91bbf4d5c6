// What the kernels of this folder have in common: fragments, copies and matrix products as inline assembly.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

__device__ inline uint32_t address_of(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

template <class T>
__device__ inline uint32_t word_at(const T* p) {
  return *reinterpret_cast<const uint32_t*>(p);
}
template <class T>
__device__ inline uint32_t packed(T low, T high) {
  const T both[2] = {low, high};
  uint32_t word;
  memcpy(&word, both, 4);
  return word;
}
__device__ inline uint32_t packed(float low, float high) { return packed(__float2half(low), __float2half(high)); }

__device__ inline void multiply(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Four matrices of 8 x 8 halves; the lanes 8 i to 8 i + 7 say where the rows of matrix i are.
__device__ inline void load4(uint32_t (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address_of(row)));
}
__device__ inline void load4_trans(uint32_t (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address_of(row)));
}

template <int Bytes>
__device__ inline void fetch(void* to, const void* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address_of(to)), "l"(from), "n"(Bytes) : "memory");
}
// Of 16 bytes the first few; the rest becomes zero.
__device__ inline void fetch_some(void* to, const void* from, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address_of(to)), "l"(from), "r"(bytes) : "memory");
}
__device__ inline void end_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int Rest>
__device__ inline void wait_groups() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Rest) : "memory");
}

// A fragment of 16 rows and 16 of k from a matrix row by row, which is k for 16-bit numbers.
template <class T>
__device__ inline void rows_of(uint32_t (&a)[4], const T* corner, int pitch) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int i = 0; i < 4; ++i) a[i] = word_at(corner + (g + i % 2 * 8) * pitch + i / 2 * 8 + t * 2);
}
// 16 of k by 8 columns of a matrix row by row: pairs are two rows.
template <class T>
__device__ inline void columns_of(uint32_t (&b)[2], const T* corner, int pitch) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int i = 0; i < 2; ++i)
    b[i] = packed(corner[(i * 8 + t * 2) * pitch + g], corner[(i * 8 + t * 2 + 1) * pitch + g]);
}
