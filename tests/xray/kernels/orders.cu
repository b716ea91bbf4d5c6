// Products of one warp: types and memory orders that the other files lack, transposed on their way in several manners.
#include "fragments.cuh"

constexpr int m = 16, n = 8;

template <class T>
__device__ void store(T* c, const T (&d)[4], int row_step, int col_step) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  for (int i = 0; i < 4; ++i) c[(g + i / 2 * 8) * row_step + (t * 2 + i % 2) * col_step] = d[i];
}

// All of A, B and C by columns; A is made of single halves.
extern "C" __global__ void all_columns(const half* A, const half* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4];
    for (int i = 0; i < 4; ++i) {
      const half* const at = A + (k0 + i / 2 * 8 + t * 2) * m + g + i % 2 * 8;
      a[i] = packed(at[0], at[m]);
    }
    multiply(d, a, word_at(B + g * k + k0 + t * 2), word_at(B + g * k + k0 + 8 + t * 2));
  }
  store(C, d, 1, m);
}

// A by columns through ldmatrix.trans, B by rows through movmatrix.
extern "C" __global__ void turned(const half* A, const half* B, float* C, int k) {
  __shared__ __align__(16) half tile[16 * 24];
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    *reinterpret_cast<uint4*>(&tile[lane / 2 * 24 + lane % 2 * 8]) =
        *reinterpret_cast<const uint4*>(A + (k0 + lane / 2) * m + lane % 2 * 8);
    __syncwarp();
    uint32_t a[4], b[2];
    load4_trans(a, tile + (lane % 8 + lane / 16 * 8) * 24 + lane / 8 % 2 * 8);
    for (int i = 0; i < 2; ++i) {
      const uint32_t as_it_lies = word_at(B + (k0 + i * 8 + g) * n + t * 2);
      asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(b[i]) : "r"(as_it_lies));
    }
    multiply(d, a, b[0], b[1]);
    __syncwarp();
  }
  store(C, d, n, 1);
}

// Sums of halves, 8 of k at a time.
extern "C" __global__ void half_sums(const half* A, const half* B, half* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  uint32_t d[2] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 8)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(word_at(A + g * k + k0 + t * 2)), "r"(word_at(A + (g + 8) * k + k0 + t * 2)),
                   "r"(word_at(B + g * k + k0 + t * 2)));
  for (int i = 0; i < 2; ++i) *reinterpret_cast<uint32_t*>(C + (g + i * 8) * n + t * 2) = d[i];
}

// bf16, 8 of k at a time; the result is rounded to bf16 in pairs.
extern "C" __global__ void short_bf16(const __nv_bfloat16* A, const __nv_bfloat16* B, __nv_bfloat16* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 8)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(word_at(A + g * k + k0 + t * 2)), "r"(word_at(A + (g + 8) * k + k0 + t * 2)),
                   "r"(word_at(B + g * k + k0 + t * 2)));
  for (int i = 0; i < 2; ++i)
    *reinterpret_cast<__nv_bfloat162*>(C + (g + i * 8) * n + t * 2) = __floats2bfloat162_rn(d[2 * i], d[2 * i + 1]);
}

__device__ uint32_t tf32(float x) {
  uint32_t r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return r;
}
// f32 that are rounded to tf32 on their way; both operands by rows.
extern "C" __global__ void rounded_tf32(const float* A, const float* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 4)
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(tf32(A[g * k + k0 + t])), "r"(tf32(A[(g + 8) * k + k0 + t])), "r"(tf32(B[(k0 + t) * n + g])));
  store(C, d, n, 1);
}

// Bytes of two signs; B by rows, so that its words are put together with prmt.
extern "C" __global__ void two_signs(const uint8_t* A, const int8_t* B, int* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  int d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t b = 0;
    for (int i = 0; i < 4; ++i) b |= static_cast<uint32_t>(static_cast<uint8_t>(B[(k0 + t * 4 + i) * n + g])) << 8 * i;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(word_at(A + g * k + k0 + t * 4)), "r"(word_at(A + (g + 8) * k + k0 + t * 4)), "r"(b));
  }
  store(C, d, n, 1);
}

// Two formats of 8 bits; A with five bits of exponent.
extern "C" __global__ void two_eights(const uint8_t* A, const uint8_t* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 32) {
    uint32_t a[4], b[2];
    for (int i = 0; i < 4; ++i) a[i] = word_at(A + (g + i % 2 * 8) * k + k0 + i / 2 * 16 + t * 4);
    for (int i = 0; i < 2; ++i) b[i] = word_at(B + g * k + k0 + i * 16 + t * 4);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
  store(C, d, n, 1);
}

// f64 with A by columns and B by rows; C = A B + C.
extern "C" __global__ void f64_columns(const double* A, const double* B, double* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  double d0 = C[g * n + t * 2], d1 = C[g * n + t * 2 + 1];
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 4)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(d0), "+d"(d1)
                 : "d"(A[(k0 + t) * 8 + g]), "d"(B[(k0 + t) * n + g]));
  C[g * n + t * 2] = d0, C[g * n + t * 2 + 1] = d1;
}

// C^T = B^T A^T: columns of C are rows of the sum.
extern "C" __global__ void swapped_roles(const half* A, const half* B, half* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t left[4];
    rows_of(left, B + k0, k);
    multiply(d, left, word_at(A + g * k + k0 + t * 2), word_at(A + g * k + k0 + 8 + t * 2));
  }
  for (int i = 0; i < 4; ++i) C[(t * 2 + i % 2) * 16 + g + i / 2 * 8] = __float2half(d[i]);
}

// Weights of 8 bits become halves in registers, with a scale for each column.
extern "C" __global__ void dequantised(const half* A, const int8_t* B, const float* scale, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4], b[2];
    rows_of(a, A + k0, k);
    for (int i = 0; i < 2; ++i) {
      const char2 two = *reinterpret_cast<const char2*>(B + g * k + k0 + i * 8 + t * 2);
      b[i] = packed(__int2half_rn(two.x), __int2half_rn(two.y));
    }
    multiply(d, a, b[0], b[1]);
  }
  for (int i = 0; i < 4; ++i) d[i] *= scale[t * 2 + i % 2];
  store(C, d, n, 1);
}
