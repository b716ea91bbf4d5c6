// O = softmax(Q K^T) V with the running maximum of flash attention: 16 queries of a warp, 16 keys at a time, 32 wide.
#include <cuda_fp16.h>

#include <cstdint>

constexpr int width = 32;

__device__ void product(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ uint32_t pair(float low, float high) {
  const half2 both = __floats2half2_rn(low, high);
  return *reinterpret_cast<const uint32_t*>(&both);
}

extern "C" __global__ void attention(const half* Q, const half* K, const half* V, float* O, int keys) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const int q0 = (blockIdx.x * (blockDim.x / 32) + warp) * 16;
  uint32_t q[width / 16][4];
  for (int e = 0; e < width / 16; ++e)
    for (int i = 0; i < 4; ++i)
      q[e][i] = *reinterpret_cast<const uint32_t*>(Q + (q0 + g + i % 2 * 8) * width + e * 16 + i / 2 * 8 + t * 2);
  float o[width / 8][4] = {}, top[2] = {-INFINITY, -INFINITY}, sum[2] = {};
  for (int j0 = 0; j0 < keys; j0 += 16) {
    float s[2][4] = {};
    for (int n = 0; n < 2; ++n)
      for (int e = 0; e < width / 16; ++e) {
        const half* const from = K + (j0 + n * 8 + g) * width + e * 16 + t * 2;
        product(s[n], q[e], *reinterpret_cast<const uint32_t*>(from), *reinterpret_cast<const uint32_t*>(from + 8));
      }
    for (int h = 0; h < 2; ++h) {
      float largest = top[h];
      for (int n = 0; n < 2; ++n) largest = fmaxf(largest, fmaxf(s[n][2 * h], s[n][2 * h + 1]));
      largest = fmaxf(largest, __shfl_xor_sync(0xFFFFFFFF, largest, 1));
      largest = fmaxf(largest, __shfl_xor_sync(0xFFFFFFFF, largest, 2));
      const float scale = exp2f(top[h] - largest);
      top[h] = largest;
      sum[h] *= scale;
      for (int d = 0; d < width / 8; ++d) o[d][2 * h] *= scale, o[d][2 * h + 1] *= scale;
      for (int n = 0; n < 2; ++n)
        for (int i = 0; i < 2; ++i) {
          s[n][2 * h + i] = exp2f(s[n][2 * h + i] - largest);
          sum[h] += s[n][2 * h + i];
        }
    }
    const uint32_t p[4] = {pair(s[0][0], s[0][1]), pair(s[0][2], s[0][3]), pair(s[1][0], s[1][1]),
                           pair(s[1][2], s[1][3])};
    for (int d = 0; d < width / 8; ++d) {
      uint32_t v[2];
      for (int half8 = 0; half8 < 2; ++half8) {
        const half* const from = V + (j0 + half8 * 8 + t * 2) * width + d * 8 + g;
        const half2 both = __halves2half2(from[0], from[width]);
        v[half8] = *reinterpret_cast<const uint32_t*>(&both);
      }
      product(o[d], p, v[0], v[1]);
    }
  }
  for (int h = 0; h < 2; ++h) {
    sum[h] += __shfl_xor_sync(0xFFFFFFFF, sum[h], 1);
    sum[h] += __shfl_xor_sync(0xFFFFFFFF, sum[h], 2);
    for (int d = 0; d < width / 8; ++d)
      for (int i = 0; i < 2; ++i) O[(q0 + g + h * 8) * width + d * 8 + t * 2 + i] = o[d][2 * h + i] / sum[h];
  }
}
