// O = relu(X W1 + bias) W2: the middle stays in shared memory as f16, 16 rows of a block of 128 threads.
#include <cuda_fp16.h>

#include <cstdint>

__device__ void product(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// Columns of a matrix that lies row by row, a pair of its rows in a register.
__device__ void load_columns(uint32_t (&b)[2], const half* from, int pitch) {
  for (int i = 0; i < 2; ++i) {
    const half2 both = __halves2half2(from[i * 8 * pitch], from[(i * 8 + 1) * pitch]);
    b[i] = *reinterpret_cast<const uint32_t*>(&both);
  }
}

extern "C" __global__ void fused(const half* X, const half* W1, const half* bias, const half* W2, float* O, int inner,
                                 int middle, int width) {
  extern __shared__ __align__(16) half kept[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, pitch = middle + 8;
  for (int h0 = warp * 8; h0 < middle; h0 += 32) {
    float c[4] = {};
    for (int e = 0; e < inner; e += 16) {
      uint32_t a[4], b[2];
      for (int i = 0; i < 4; ++i)
        a[i] = *reinterpret_cast<const uint32_t*>(X + (g + i % 2 * 8) * inner + e + i / 2 * 8 + t * 2);
      load_columns(b, W1 + (e + t * 2) * middle + h0 + g, middle);
      product(c, a, b);
    }
    const half2 add = *reinterpret_cast<const half2*>(bias + h0 + t * 2);
    for (int i = 0; i < 2; ++i)
      *reinterpret_cast<half2*>(kept + (g + i * 8) * pitch + h0 + t * 2) =
          __floats2half2_rn(fmaxf(c[2 * i] + __low2float(add), 0.0f), fmaxf(c[2 * i + 1] + __high2float(add), 0.0f));
  }
  __syncthreads();
  for (int d0 = warp * 8; d0 < width; d0 += 32) {
    float c[4] = {};
    for (int h = 0; h < middle; h += 16) {
      uint32_t a[4], b[2];
      const auto row = static_cast<uint32_t>(__cvta_generic_to_shared(kept + lane % 16 * pitch + h + lane / 16 * 8));
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                   : "r"(row));
      load_columns(b, W2 + (h + t * 2) * width + d0 + g, width);
      product(c, a, b);
    }
    for (int i = 0; i < 4; ++i) O[(g + i / 2 * 8) * width + d0 + t * 2 + i % 2] = c[i];
  }
}
