#include <cuda_fp16.h>
// What people do with values around a product: activations, norms, softmax, residuals, packed halves, split numbers.
extern "C" __global__ void gelu(const float* A, const float* B, const float* R, float* C, int N, int K) {
  int n = threadIdx.x, m = blockIdx.x;
  float x = 0;
  for (int k = 0; k < K; ++k) x += A[m * K + k] * B[k * N + n];
  C[m * N + n] = 0.5f * x * (1 + tanhf(0.79788f * (x + 0.044715f * x * x * x))) + R[m * N + n];
}
extern "C" __global__ void lnorm(const float* A, const float* g, float* C, int K) {
  int m = blockIdx.x, t = threadIdx.x;
  float s = 0, q = 0;
  for (int k = t; k < K; k += 32) {
    s += A[m * K + k];
    q += A[m * K + k] * A[m * K + k];
  }
  for (int o = 16; o; o /= 2) {
    s += __shfl_xor_sync(~0u, s, o);
    q += __shfl_xor_sync(~0u, q, o);
  }
  float mu = s / K, r = rsqrtf(q / K - mu * mu + 1e-5f);
  for (int k = t; k < K; k += 32) C[m * K + k] = (A[m * K + k] - mu) * r * g[k];
}
extern "C" __global__ void silu(const float* A, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float x = A[i];
    C[i] = x / (1 + __expf(-x));
  }
}
extern "C" __global__ void residual(const half* A, const half* B, half* C, int N, int K) {
  int n = threadIdx.x, m = blockIdx.x;
  float x = 0;
  for (int k = 0; k < K; ++k) x += __half2float(A[m * K + k]) * __half2float(B[k * N + n]);
  C[m * N + n] = __hadd(C[m * N + n], __float2half(x > 0 ? x : 0.01f * x));
}
extern "C" __global__ void transpose(const float* A, float* C, int M, int N) {
  __shared__ float t[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = A[y * 32 + x];
  __syncthreads();
  C[y * 32 + x] = t[x][y];
}
extern "C" __global__ void halves(const half2* A, const half2* B, half2* C, int K) {
  int n2 = threadIdx.x, m = blockIdx.x, N2 = blockDim.x;
  half2 acc = __float2half2_rn(0.f);
  for (int k2 = 0; k2 < K / 2; ++k2) {
    half2 a = A[m * K / 2 + k2];
    acc = __hfma2(__low2half2(a), B[(2 * k2) * N2 + n2], acc);
    acc = __hfma2(__high2half2(a), B[(2 * k2 + 1) * N2 + n2], acc);
  }
  C[m * N2 + n2] = acc;
}
extern "C" __global__ void split3(const float* A, const float* B, float* C, int N, int K) {
  int n = threadIdx.x, m = blockIdx.x;
  float x = 0;
  for (int k = 0; k < K; ++k) {
    float a = A[m * K + k], b = B[k * N + n];
    float ah = __half2float(__float2half(a)), bh = __half2float(__float2half(b));
    float al = a - ah, bl = b - bh;
    x += ah * bl;
    x += al * bh;
    x += ah * bh;
  }
  C[m * N + n] = x;
}
extern "C" __global__ void softmax(const float* A, float* C, int K) {
  int m = blockIdx.x, t = threadIdx.x;
  float mx = -INFINITY, s = 0;
  for (int k = t; k < K; k += 32) mx = fmaxf(mx, A[m * K + k]);
  for (int o = 16; o; o /= 2) mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, o));
  for (int k = t; k < K; k += 32) s += __expf(A[m * K + k] - mx);
  for (int o = 16; o; o /= 2) s += __shfl_xor_sync(~0u, s, o);
  for (int k = t; k < K; k += 32) C[m * K + k] = __expf(A[m * K + k] - mx) / s;
}
