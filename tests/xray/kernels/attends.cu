// Attention in other manners than attention.cu: causal, with a scale, keys shared out among warps, several heads, one
// query at a time, and in two passes. All matrices lie row by row; 32 wide.
#include "fragments.cuh"

constexpr int width = 32;

__device__ float largest_of_four(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFF, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xFFFFFFFF, x, 2));
}
__device__ float sum_of_four(float x) {
  x += __shfl_xor_sync(0xFFFFFFFF, x, 1);
  return x + __shfl_xor_sync(0xFFFFFFFF, x, 2);
}

// What 16 queries of a warp have of the keys so far.
struct Running {
  float out[4][4], top[2], total[2];
};

__device__ void begin(Running& of) {
  for (int h = 0; h < 2; ++h) of.top[h] = -INFINITY, of.total[h] = 0;
  for (int d = 0; d < 4; ++d)
    for (int i = 0; i < 4; ++i) of.out[d][i] = 0;
}

// 16 more keys; scale is that of exp2. Where a query must not see a key, its score is minus infinity.
template <bool Causal>
__device__ void more_keys(Running& of, const uint32_t (&q)[2][4], const half* K, const half* V, int q0, int j0,
                          float scale) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  float s[2][4] = {};
  for (int n = 0; n < 2; ++n)
    for (int e = 0; e < 2; ++e) {
      const half* const from = K + (j0 + n * 8 + g) * width + e * 16 + t * 2;
      multiply(s[n], q[e], word_at(from), word_at(from + 8));
    }
  for (int i = 0; i < 8; ++i) {
    const int query = q0 + g + i % 4 / 2 * 8, key = j0 + i / 4 * 8 + t * 2 + i % 2;
    s[i / 4][i % 4] = Causal && key > query ? -INFINITY : s[i / 4][i % 4] * scale;
  }
  for (int h = 0; h < 2; ++h) {
    float top = of.top[h];
    for (int i = 0; i < 4; ++i) top = fmaxf(top, s[i / 2][2 * h + i % 2]);
    top = largest_of_four(top);
    const float shrink = exp2f(of.top[h] - top);
    of.top[h] = top;
    of.total[h] *= shrink;
    for (int d = 0; d < 4; ++d) of.out[d][2 * h] *= shrink, of.out[d][2 * h + 1] *= shrink;
    for (int i = 0; i < 4; ++i) of.total[h] += s[i / 2][2 * h + i % 2] = exp2f(s[i / 2][2 * h + i % 2] - top);
  }
  const uint32_t p[4] = {packed(s[0][0], s[0][1]), packed(s[0][2], s[0][3]), packed(s[1][0], s[1][1]),
                         packed(s[1][2], s[1][3])};
  for (int d = 0; d < 4; ++d) {
    uint32_t v[2];
    columns_of(v, V + j0 * width + d * 8, width);
    multiply(of.out[d], p, v[0], v[1]);
  }
}

__device__ void finish(const Running& of, float* O, int q0) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int h = 0; h < 2; ++h) {
    const float by = 1 / sum_of_four(of.total[h]);
    for (int d = 0; d < 4; ++d)
      for (int i = 0; i < 2; ++i) O[(q0 + g + h * 8) * width + d * 8 + t * 2 + i] = of.out[d][2 * h + i] * by;
  }
}

// blockIdx.y is a head; a group of heads has the same keys and values. Warps have 16 queries each.
template <bool Causal>
__device__ void heads(const half* Q, const half* K, const half* V, float* O, int queries, int keys, int group,
                      float scale) {
  const int head = blockIdx.y, q0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
  Q += head * queries * width, O += head * queries * width;
  K += head / group * keys * width, V += head / group * keys * width;
  uint32_t q[2][4];
  for (int e = 0; e < 2; ++e) rows_of(q[e], Q + q0 * width + e * 16, width);
  Running of;
  begin(of);
  const int end = Causal ? min(keys, q0 + 16) : keys;
#pragma unroll 1
  for (int j0 = 0; j0 < end; j0 += 16) more_keys<Causal>(of, q, K, V, q0, j0, scale * 1.44269504f);
  finish(of, O, q0);
}

extern "C" __global__ void scaled(const half* Q, const half* K, const half* V, float* O, int queries, int keys,
                                  int group, float scale) {
  heads<false>(Q, K, V, O, queries, keys, group, scale);
}
extern "C" __global__ void causal_warps(const half* Q, const half* K, const half* V, float* O, int queries, int keys,
                                        int group, float scale) {
  heads<true>(Q, K, V, O, queries, keys, group, scale);
}

// 16 queries; each warp has every fourth tile of keys, and what the warps found is put together in shared memory.
extern "C" __global__ void keys_by_warp(const half* Q, const half* K, const half* V, float* O, int keys, float scale) {
  __shared__ float tops[4][16], totals[4][16], outs[4][16][width];
  const int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  uint32_t q[2][4];
  for (int e = 0; e < 2; ++e) rows_of(q[e], Q + e * 16, width);
  Running of;
  begin(of);
#pragma unroll 1
  for (int j0 = warp * 16; j0 < keys; j0 += 64) more_keys<false>(of, q, K, V, 0, j0, scale * 1.44269504f);
  for (int h = 0; h < 2; ++h) {
    const float total = sum_of_four(of.total[h]);
    if (t == 0) tops[warp][g + h * 8] = of.top[h], totals[warp][g + h * 8] = total;
    for (int d = 0; d < 4; ++d)
      for (int i = 0; i < 2; ++i) outs[warp][g + h * 8][d * 8 + t * 2 + i] = of.out[d][2 * h + i];
  }
  __syncthreads();
  for (int at = threadIdx.x; at < 16 * width; at += blockDim.x) {
    const int row = at / width;
    float top = -INFINITY, total = 0, out = 0;
    for (int w = 0; w < 4; ++w) top = fmaxf(top, tops[w][row]);
    for (int w = 0; w < 4; ++w) {
      const float by = exp2f(tops[w][row] - top);
      total += by * totals[w][row];
      out += by * outs[w][row][at % width];
    }
    O[at] = out / total;
  }
}

// One query: a warp finds scores by shuffles, softmax goes over all threads, and each thread has a column of V.
extern "C" __global__ void one_query(const half* Q, const half* K, const half* V, half* O, int keys, float scale) {
  extern __shared__ float scores[];
  __shared__ float partial[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (int j = warp; j < keys; j += warps) {
    float s = __half2float(Q[lane]) * __half2float(K[j * width + lane]);
    for (int step = 16; step > 0; step /= 2) s += __shfl_xor_sync(0xFFFFFFFF, s, step);
    if (lane == 0) scores[j] = s * scale;
  }
  __syncthreads();
  float top = -INFINITY, total = 0;
  for (int j = 0; j < keys; ++j) top = fmaxf(top, scores[j]);
  __syncthreads();
  for (int j = threadIdx.x; j < keys; j += blockDim.x) total += scores[j] = __expf(scores[j] - top);
  for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(0xFFFFFFFF, total, step);
  if (lane == 0) partial[warp] = total;
  __syncthreads();
  total = 0;
  for (int w = 0; w < warps; ++w) total += partial[w];
  if (threadIdx.x >= width) return;
  float out = 0;
  for (int j = 0; j < keys; ++j) out += scores[j] * __half2float(V[j * width + threadIdx.x]);
  O[threadIdx.x] = __float2half(out / total);
}

// All scores of 16 queries lie in shared memory, become weights there as halves, and ldmatrix reads those.
extern "C" __global__ void two_passes(const half* Q, const half* K, const half* V, float* O, int keys, float scale) {
  extern __shared__ __align__(16) half weights[];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, pitch = keys + 8;
#pragma unroll 1
  for (int j0 = warp * 8; j0 < keys; j0 += 32) {
    float s[4] = {};
    for (int e = 0; e < 2; ++e) {
      uint32_t q[4];
      rows_of(q, Q + e * 16, width);
      const half* const from = K + (j0 + g) * width + e * 16 + t * 2;
      multiply(s, q, word_at(from), word_at(from + 8));
    }
    for (int i = 0; i < 2; ++i)
      *reinterpret_cast<half2*>(weights + (g + i * 8) * pitch + j0 + t * 2) =
          __floats2half2_rn(s[2 * i] * scale, s[2 * i + 1] * scale);
  }
  __syncthreads();
  for (int row = warp * 4; row < warp * 4 + 4; ++row) {
    float top = -INFINITY, total = 0;
    for (int j = lane; j < keys; j += 32) top = fmaxf(top, __half2float(weights[row * pitch + j]));
    for (int step = 16; step > 0; step /= 2) top = fmaxf(top, __shfl_xor_sync(0xFFFFFFFF, top, step));
    for (int j = lane; j < keys; j += 32) total += __expf(__half2float(weights[row * pitch + j]) - top);
    for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(0xFFFFFFFF, total, step);
    for (int j = lane; j < keys; j += 32) {
      half* const at = weights + row * pitch + j;
      *at = __float2half(__expf(__half2float(*at) - top) / total);
    }
  }
  __syncthreads();
  float out[4] = {};
#pragma unroll 1
  for (int j0 = 0; j0 < keys; j0 += 16) {
    uint32_t p[4], v[2];
    load4(p, weights + lane % 16 * pitch + j0 + lane / 16 * 8);
    columns_of(v, V + j0 * width + warp * 8, width);
    multiply(out, p, v[0], v[1]);
  }
  for (int i = 0; i < 4; ++i) O[(g + i / 2 * 8) * width + warp * 8 + t * 2 + i % 2] = out[i];
}
