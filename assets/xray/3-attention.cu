// O = softmax(Q K^T) V the way of flash attention: keys come in tiles of 16, and neither the scores nor the weights of
// all keys are ever stored. A warp has 16 queries; its lanes keep the largest score so far and the sum of the weights.
// Q is q x d, K is j x d, V is j x e and O is q x e, all stored row by row. Weights are powers of 2.
// xray: attention sm_80 <<<1, 64>>> (Q=f16[q:32,d:64]*0.2, K=f16[j:48,d:64]*0.2, V=f16[j:48,e:16], O=out
// f32[q:32,e:16], 48)
// xray-expect: O = sum(j: softmax(j: log(2) * sum(d: Q * K)) * V)
#include <cuda_fp16.h>

constexpr int depth = 64, width = 16;

// sum += a b for 16 x 8 elements and 16 of k. A macro, so that a message names the line that uses it.
#define MULTIPLY(sum, a, b0, b1)                                             \
  asm volatile(                                                              \
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, " \
      "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                        \
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])               \
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))

__device__ unsigned rounded(float low, float high) {
  const half2 both = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&both);
}

// The four lanes lane / 4 * 4 + 0..3 hold a row together: what is to be known of a row goes through all four.
__device__ float largest_of_four(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFF, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xFFFFFFFF, x, 2));
}
__device__ float sum_of_four(float x) {
  x += __shfl_xor_sync(0xFFFFFFFF, x, 1);
  return x + __shfl_xor_sync(0xFFFFFFFF, x, 2);
}

// Q and K are read in pairs of numbers, V in pieces of eight.
extern "C" __global__ void attention(const unsigned* Q, const uint4* K, const uint4* V, float* O, int keys) {
  __shared__ __align__(16) unsigned ks[16][depth / 2 + 4];  // 4 more, so that rows lie in other banks
  __shared__ __align__(16) half vs[16][width + 8];
  const int thread = threadIdx.x, lane = thread % 32, group = lane / 4, pair = lane % 4;
  const int q0 = blockIdx.x * 32 + thread / 32 * 16;

  unsigned q[depth / 16][4];
  for (int c = 0; c < depth / 16; ++c)
    for (int i = 0; i < 4; ++i) q[c][i] = Q[(q0 + group + i % 2 * 8) * (depth / 2) + c * 8 + i / 2 * 4 + pair];

  float out[width / 8][4] = {}, largest[2] = {-1e30f, -1e30f}, total[2] = {};  // of rows group and group + 8
  for (int j0 = 0; j0 < keys; j0 += 16) {
    for (int i = thread; i < 16 * depth / 8; i += 64)
      *reinterpret_cast<uint4*>(&ks[i / 8][i % 8 * 4]) = K[j0 * depth / 8 + i];
    if (thread < 16 * width / 8)
      *reinterpret_cast<uint4*>(&vs[thread / 2][thread % 2 * 8]) = V[j0 * width / 8 + thread];
    __syncthreads();  // both tiles are complete

    float s[2][4] = {};  // scores of 16 queries and twice 8 keys
    for (int n = 0; n < 2; ++n)
      for (int c = 0; c < depth / 16; ++c)
        MULTIPLY(s[n], q[c], ks[n * 8 + group][c * 8 + pair], ks[n * 8 + group][c * 8 + 4 + pair]);

    for (int h = 0; h < 2; ++h) {
      const float mine = fmaxf(fmaxf(s[0][2 * h], s[0][2 * h + 1]), fmaxf(s[1][2 * h], s[1][2 * h + 1]));
      const float top = fmaxf(largest[h], largest_of_four(mine));
      const float shrink = exp2f(largest[h] - top);  // all sums so far belong to a smaller maximum
      largest[h] = top;
      total[h] *= shrink;
      for (int n = 0; n < width / 8; ++n) out[n][2 * h] *= shrink, out[n][2 * h + 1] *= shrink;
      for (int n = 0; n < 2; ++n)
        for (int i = 2 * h; i < 2 * h + 2; ++i) {
          s[n][i] = exp2f(s[n][i] - top);
          total[h] += s[n][i];
        }
    }

    // A sum of mma is an operand A of the next: its columns, the keys, are the k of the second product.
    const unsigned weights[4] = {rounded(s[0][0], s[0][1]), rounded(s[0][2], s[0][3]),   // keys 0 to 7
                                 rounded(s[1][0], s[1][1]), rounded(s[1][2], s[1][3])};  // keys 8 to 15
    unsigned v[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&vs[lane % 16][lane / 16 * 8]))));
    for (int n = 0; n < width / 8; ++n) MULTIPLY(out[n], weights, v[2 * n], v[2 * n + 1]);
    __syncthreads();  // nobody reads the tiles any more: they may be filled again
  }

  for (int h = 0; h < 2; ++h) {
    const float all = sum_of_four(total[h]);
    for (int n = 0; n < width / 8; ++n)
      for (int i = 0; i < 2; ++i) O[(q0 + group + h * 8) * width + n * 8 + pair * 2 + i] = out[n][2 * h + i] / all;
  }
}
