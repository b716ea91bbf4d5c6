// C = A^T B: the first warp loads, four others multiply; named barriers hand two buffers to and fro.
#include <cuda_fp16.h>

#include <cstdint>

constexpr int height = 64, width = 32, threads = 160;

__device__ void product(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ void load_transposed(uint32_t (&r)[4], const half* from) {
  const auto row = static_cast<uint32_t>(__cvta_generic_to_shared(from));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));
}
__device__ void wait_for(int barrier) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(threads) : "memory"); }
__device__ void tell(int barrier) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(threads) : "memory"); }

extern "C" __global__ void roles(const half* A, const half* B, float* C, int k) {
  __shared__ __align__(16) half a[2][16 * height], b[2][16 * width];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, steps = k / 16;
  if (warp == 0) {
    for (int step = 0; step < steps; ++step) {
      const int at = step % 2;
      if (step >= 2) wait_for(3 + at);
      for (int i = lane; i < 16 * height / 8; i += 32)
        *reinterpret_cast<uint4*>(a[at] + i * 8) = *reinterpret_cast<const uint4*>(A + step * 16 * height + i * 8);
      for (int i = lane; i < 16 * width / 8; i += 32)
        *reinterpret_cast<uint4*>(b[at] + i * 8) = *reinterpret_cast<const uint4*>(B + step * 16 * width + i * 8);
      tell(1 + at);
    }
    return;
  }
  float sums[4][4] = {};
  const int m0 = (warp - 1) * 16;
  for (int step = 0; step < steps; ++step) {
    const int at = step % 2;
    wait_for(1 + at);
    uint32_t left[4];
    load_transposed(left, a[at] + (lane % 8 + lane / 16 * 8) * height + m0 + lane / 8 % 2 * 8);
    for (int j = 0; j < 2; ++j) {
      uint32_t right[4];
      load_transposed(right, b[at] + lane % 16 * width + j * 16 + lane / 16 * 8);
      product(sums[2 * j], left, right[0], right[1]);
      product(sums[2 * j + 1], left, right[2], right[3]);
    }
    if (step + 2 < steps) tell(3 + at);
  }
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) C[(m0 + lane / 4 + i / 2 * 8) * width + j * 8 + lane % 4 * 2 + i % 2] = sums[j][i];
}
