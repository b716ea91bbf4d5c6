// Products whose factors are not elements of arrays as they are: constants, complex numbers, sums of several roundings.
#include "fragments.cuh"

__device__ void store(float* C, const float (&d)[4]) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  for (int i = 0; i < 4; ++i) C[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = d[i];
}
__device__ void multiply(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) { multiply(d, a, b[0], b[1]); }

// O = H X, where H is 16 x 16 and has +1 or -1 by the parity of row & column.
extern "C" __global__ void signs(const half* X, float* O) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  uint32_t h[4], x[2];
  for (int i = 0; i < 4; ++i) {
    const int row = g + i % 2 * 8, col = i / 2 * 8 + t * 2;
    h[i] = packed(__popc(row & col) % 2 == 0 ? 1.0f : -1.0f, __popc(row & (col + 1)) % 2 == 0 ? 1.0f : -1.0f);
  }
  columns_of(x, X, 8);
  float d[4] = {};
  multiply(d, h, x);
  store(O, d);
}

// Sums of the rows of A, by a product with ones.
extern "C" __global__ void ones(const half* A, float* y, int k) {
  float d[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4];
    rows_of(a, A + k0, k);
    multiply(d, a, 0x3C003C00, 0x3C003C00);
  }
  if (threadIdx.x % 4 == 0) y[threadIdx.x / 4] = d[0], y[threadIdx.x / 4 + 8] = d[2];
}

// Running sums down the columns: a triangle of ones times X, 16 rows after 16, with what was before added in advance.
extern "C" __global__ void running_sums(const half* X, float* O, int rows) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  uint32_t lower[4];
  for (int i = 0; i < 4; ++i) {
    const int row = g + i % 2 * 8, col = i / 2 * 8 + t * 2;
    lower[i] = packed(col <= row ? 1.0f : 0.0f, col + 1 <= row ? 1.0f : 0.0f);
  }
  float before[2] = {};
  for (int first = 0; first < rows; first += 16) {
    uint32_t x[2];
    columns_of(x, X + first * 8, 8);
    float d[4] = {before[0], before[1], before[0], before[1]};
    multiply(d, lower, x);
    store(O + first * 8, d);
    for (int i = 0; i < 2; ++i) before[i] = __shfl_sync(0xFFFFFFFF, d[2 + i], 28 + t);
  }
}

// Complex numbers, real and imaginary part each in its own matrix.
extern "C" __global__ void complex_parts(const half* P, const half* Q, const half* R, const half* S, float* C, float* D,
                                         int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float real[4] = {}, imaginary[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t p[4], q[4], minus[4], r[2], s[2];
    rows_of(p, P + k0, k);
    rows_of(q, Q + k0, k);
    for (int i = 0; i < 4; ++i) minus[i] = q[i] ^ 0x80008000;
    for (int i = 0; i < 2; ++i)
      r[i] = word_at(R + g * k + k0 + i * 8 + t * 2), s[i] = word_at(S + g * k + k0 + i * 8 + t * 2);
    multiply(real, p, r);
    multiply(real, minus, s);
    multiply(imaginary, p, s);
    multiply(imaginary, q, r);
  }
  store(C, real);
  store(D, imaginary);
}

// f32 as a sum of two bf16, of whose four products three count.
extern "C" __global__ void two_bf16(const float* A, const float* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t high_a[4], low_a[4], high_b[2], low_b[2];
    const auto split = [](const float* at, uint32_t& high, uint32_t& low) {
      const __nv_bfloat162 first = __floats2bfloat162_rn(at[0], at[1]);
      const __nv_bfloat162 rest = __floats2bfloat162_rn(at[0] - __low2float(first), at[1] - __high2float(first));
      high = *reinterpret_cast<const uint32_t*>(&first), low = *reinterpret_cast<const uint32_t*>(&rest);
    };
    for (int i = 0; i < 4; ++i) split(A + (g + i % 2 * 8) * k + k0 + i / 2 * 8 + t * 2, high_a[i], low_a[i]);
    for (int i = 0; i < 2; ++i) split(B + g * k + k0 + i * 8 + t * 2, high_b[i], low_b[i]);
    const auto add = [&](const uint32_t(&a)[4], const uint32_t(&b)[2]) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    };
    add(low_a, high_b);
    add(high_a, low_b);
    add(high_a, high_b);
  }
  store(C, d);
}

// f32 as a sum of two tf32, whose upper one is cut off by a mask.
extern "C" __global__ void two_tf32(const float* A, const float* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
  for (int k0 = 0; k0 < k; k0 += 8) {
    uint32_t high[6], low[6];
    for (int i = 0; i < 6; ++i) {
      const float x = i < 4 ? A[(g + i % 2 * 8) * k + k0 + i / 2 * 4 + t] : B[g * k + k0 + (i - 4) * 4 + t];
      high[i] = __float_as_uint(x) & 0xFFFFE000;
      low[i] = __float_as_uint(x - __uint_as_float(high[i]));
    }
    const auto add = [&](const uint32_t(&a)[6], const uint32_t(&b)[6]) {
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[4]), "r"(b[5]));
    };
    add(low, high);
    add(high, low);
    add(high, high);
  }
  store(C, d);
}

// Numbers of 4 bits, two in a byte: taken apart and made halves. B has k / 2 bytes for each n.
extern "C" __global__ void four_bits(const half* A, const uint8_t* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4], b[2];
    rows_of(a, A + k0, k);
    for (int i = 0; i < 2; ++i) {
      const int two = B[(g * k + k0 + i * 8 + t * 2) / 2];
      b[i] = packed(__int2half_rn((two & 15) - 8), __int2half_rn((two >> 4) - 8));
    }
    multiply(d, a, b);
  }
  store(C, d);
}

// Halves put together with shifts of whole numbers.
extern "C" __global__ void shifted_halves(const uint16_t* A, const uint16_t* B, float* C, int k) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float d[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    uint32_t a[4], b[2];
    for (int i = 0; i < 4; ++i) {
      const uint16_t* const at = A + (k0 + i / 2 * 8 + t * 2) * 16 + g + i % 2 * 8;
      a[i] = at[0] | static_cast<uint32_t>(at[16]) << 16;
    }
    for (int i = 0; i < 2; ++i) {
      const uint16_t* const at = B + (k0 + i * 8 + t * 2) * 8 + g;
      b[i] = __byte_perm(at[0], at[8], 0x5410);
    }
    multiply(d, a, b);
  }
  store(C, d);
}
