// What becomes of a product before it is stored: 32 rows and 16 columns of a block of two warps, each with 16 rows.
#include "fragments.cuh"

constexpr int width = 16;

// sums[j]: the columns 8 j to 8 j + 7 of 16 rows. A and B lie along k.
__device__ void product(float (&sums)[2][4], const half* A, const half* B, int k) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, row = threadIdx.x / 32 * 16;
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4];
    rows_of(a, A + row * k + k0, k);
    for (int j = 0; j < 2; ++j) {
      const half* const b = B + (j * 8 + g) * k + k0 + t * 2;
      multiply(sums[j], a, word_at(b), word_at(b + 8));
    }
  }
}
__device__ int row_of(int i) { return threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 * 8; }
__device__ int col_of(int j, int i) { return j * 8 + threadIdx.x % 4 * 2 + i % 2; }

extern "C" __global__ void row_bias_gelu(const half* A, const half* B, const float* bias, float* C, int k) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) {
      const float x = sums[j][i] + bias[row_of(i)];
      C[row_of(i) * width + col_of(j, i)] = 0.5f * x * (1 + erff(x * 0.70710678f));
    }
}

// alpha A B + beta C, where C is read in pairs and written in pairs, of bf16.
extern "C" __global__ void alpha_beta(const half* A, const half* B, __nv_bfloat16* C, int k, float alpha, float beta) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; i += 2) {
      auto* const at = reinterpret_cast<__nv_bfloat162*>(C + row_of(i) * width + col_of(j, i));
      const float2 old = __bfloat1622float2(*at);
      *at = __floats2bfloat162_rn(alpha * sums[j][i] + beta * old.x, alpha * sums[j][i + 1] + beta * old.y);
    }
}

// silu(A B + bias) + R, by way of shared memory whose rows are padded, so that rows are written 16 bytes at a time.
extern "C" __global__ void padded_silu(const half* A, const half* B, const half* bias, const half* R, half* C, int k) {
  __shared__ __align__(16) half tile[32][width + 8];
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; i += 2) {
      float x[2];
      for (int of = 0; of < 2; ++of) {
        x[of] = sums[j][i + of] + __half2float(bias[col_of(j, of)]);
        x[of] = x[of] / (1 + __expf(-x[of]));
      }
      *reinterpret_cast<half2*>(&tile[row_of(i)][col_of(j, i)]) = __floats2half2_rn(x[0], x[1]);
    }
  __syncthreads();
  for (int at = threadIdx.x; at < 32 * width / 8; at += blockDim.x) {
    const int row = at / (width / 8), col = at % (width / 8) * 8;
    uint4 eight = *reinterpret_cast<const uint4*>(&tile[row][col]), add = *reinterpret_cast<const uint4*>(R + at * 8);
    auto* const to = reinterpret_cast<half2*>(&eight);
    const auto* const of = reinterpret_cast<const half2*>(&add);
    for (int pair = 0; pair < 4; ++pair) to[pair] = __hadd2(to[pair], of[pair]);
    *reinterpret_cast<uint4*>(C + at * 8) = eight;
  }
}

// Through shared memory that is swizzled: chunks of 16 bytes change places by their row. Stored transposed.
extern "C" __global__ void swizzled_turn(const half* A, const half* B, half* C, int k) {
  __shared__ __align__(16) half tile[32 * width];
  float sums[2][4] = {};
  product(sums, A, B, k);
  const auto place = [](int row, int col) { return row * width + ((col / 8 ^ row / 4 % 2) * 8 + col % 8); };
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) tile[place(row_of(i), col_of(j, i))] = __float2half_rn(sums[j][i]);
  __syncthreads();
  for (int at = threadIdx.x; at < 32 * width / 2; at += blockDim.x) {
    const int n = at / 16, m = at % 16 * 2;
    *reinterpret_cast<half2*>(C + n * 32 + m) = __halves2half2(tile[place(m, n)], tile[place(m + 1, n)]);
  }
}

__device__ float of_row(float x, bool largest) {
  for (int step = 1; step < 4; step *= 2) {
    const float other = __shfl_xor_sync(0xFFFFFFFF, x, step);
    x = largest ? fmaxf(x, other) : x + other;
  }
  return x;
}

// softmax over the columns of scale A B, all of which one warp holds.
extern "C" __global__ void product_softmax(const half* A, const half* B, float* C, int k, float scale) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int h = 0; h < 4; h += 2) {
    float top = -INFINITY, total = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = h; i < h + 2; ++i) top = fmaxf(top, sums[j][i] *= scale);
    top = of_row(top, true);
    for (int j = 0; j < 2; ++j)
      for (int i = h; i < h + 2; ++i) total += sums[j][i] = __expf(sums[j][i] - top);
    total = of_row(total, false);
    for (int j = 0; j < 2; ++j)
      for (int i = h; i < h + 2; ++i) C[row_of(i) * width + col_of(j, i)] = __fdividef(sums[j][i], total);
  }
}

// Layer norm of the rows of A B, with a weight and a shift for each column.
extern "C" __global__ void product_norm(const half* A, const half* B, const float* weight, const float* shift, float* C,
                                        int k) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int h = 0; h < 4; h += 2) {
    float mean = 0, spread = 0;
    for (int j = 0; j < 2; ++j) mean += sums[j][h] + sums[j][h + 1];
    mean = of_row(mean, false) / width;
    for (int j = 0; j < 2; ++j)
      for (int i = h; i < h + 2; ++i) {
        sums[j][i] -= mean;
        spread += sums[j][i] * sums[j][i];
      }
    const float by = rsqrtf(of_row(spread, false) / width + 1e-5f);
    for (int j = 0; j < 2; ++j)
      for (int i = h; i < h + 2; ++i)
        C[row_of(i) * width + col_of(j, i)] = sums[j][i] * by * weight[col_of(j, i)] + shift[col_of(j, i)];
  }
}

// One product gates another: silu(A B) * (A D).
extern "C" __global__ void gated(const half* A, const half* B, const half* D, half* C, int k) {
  float gate[2][4] = {}, up[2][4] = {};
  product(gate, A, B, k);
  product(up, A, D, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i)
      C[row_of(i) * width + col_of(j, i)] = __float2half(gate[j][i] / (1 + __expf(-gate[j][i])) * up[j][i]);
}

// Scales of rows and columns, and 8 bits at the end: rounded, cut off at 127.
extern "C" __global__ void quantised(const half* A, const half* B, const float* rows, const float* cols, int8_t* C,
                                     int k) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; i += 2) {
      char2 two;
      two.x =
          static_cast<int8_t>(min(127, max(-127, __float2int_rn(sums[j][i] * rows[row_of(i)] * cols[col_of(j, i)]))));
      two.y = static_cast<int8_t>(
          min(127, max(-127, __float2int_rn(sums[j][i + 1] * rows[row_of(i)] * cols[col_of(j, i + 1)]))));
      *reinterpret_cast<char2*>(C + row_of(i) * width + col_of(j, i)) = two;
    }
}

// Sums of the rows of A B: of lanes, then of atomic additions of several blocks' columns. C begins with zeros.
extern "C" __global__ void row_sums(const half* A, const half* B, float* C, int k) {
  float sums[2][4] = {};
  product(sums, A, B + blockIdx.x * width * k, k);
  for (int h = 0; h < 4; h += 2) {
    float total = 0;
    for (int j = 0; j < 2; ++j) total += sums[j][h] + sums[j][h + 1];
    total = of_row(total, false);
    if (threadIdx.x % 4 == 0) atomicAdd(C + row_of(h), total);
  }
}

// Two numbers of f32 at a time from lanes that have exchanged halves, so that each has four neighbours.
extern "C" __global__ void exchanged(const half* A, const half* B, float* C, int k) {
  float sums[2][4] = {};
  product(sums, A, B, k);
  const bool odd = threadIdx.x % 2 != 0;
  for (int j = 0; j < 2; ++j) {
    const float2 give = odd ? make_float2(sums[j][0], sums[j][1]) : make_float2(sums[j][2], sums[j][3]);
    const float2 got = {__shfl_xor_sync(0xFFFFFFFF, give.x, 1), __shfl_xor_sync(0xFFFFFFFF, give.y, 1)};
    const float4 four =
        odd ? make_float4(got.x, got.y, sums[j][2], sums[j][3]) : make_float4(sums[j][0], sums[j][1], got.x, got.y);
    *reinterpret_cast<float4*>(C + row_of(odd ? 2 : 0) * width + j * 8 + threadIdx.x % 4 / 2 * 4) = four;
  }
}
