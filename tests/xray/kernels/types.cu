// One warp, one product 16 x 8, of a k that is twice the instruction's: s8, bf16, tf32, fp8, f64.
#include <cstdint>

__device__ uint32_t word(const void* base, int bytes) {
  return *reinterpret_cast<const uint32_t*>(static_cast<const char*>(base) + bytes);
}

// A row by row and B column by column, both with `row` bytes to a line; 32 bytes of k an instruction.
#define KERNEL(name, sum_type, sum_letter, instruction, bytes_of_k)                                          \
  extern "C" __global__ void name(const void* A, const void* B, sum_type* C, int row) {                      \
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;                                                      \
    sum_type d[4] = {};                                                                                      \
    for (int at = 0; at < row; at += bytes_of_k) {                                                           \
      const uint32_t a0 = word(A, g * row + at + t * 4), a1 = word(A, (g + 8) * row + at + t * 4);           \
      const uint32_t a2 = word(A, g * row + at + t * 4 + 16), a3 = word(A, (g + 8) * row + at + t * 4 + 16); \
      const uint32_t b0 = word(B, g * row + at + t * 4), b1 = word(B, g * row + at + t * 4 + 16);            \
      asm volatile("mma.sync.aligned." instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"  \
                   : "+" sum_letter(d[0]), "+" sum_letter(d[1]), "+" sum_letter(d[2]), "+" sum_letter(d[3])  \
                   : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                                  \
    }                                                                                                        \
    C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],                     \
                  C[(g + 8) * 8 + t * 2 + 1] = d[3];                                                         \
  }

KERNEL(of_s8, int, "r", "m16n8k32.row.col.s32.s8.s8.s32", 32)
KERNEL(of_u8, int, "r", "m16n8k32.row.col.s32.u8.u8.s32", 32)
KERNEL(of_bf16, float, "f", "m16n8k16.row.col.f32.bf16.bf16.f32", 32)
KERNEL(of_tf32, float, "f", "m16n8k8.row.col.f32.tf32.tf32.f32", 32)
#if __CUDA_ARCH__ >= 890
KERNEL(of_e4m3, float, "f", "m16n8k32.row.col.f32.e4m3.e4m3.f32", 32)
#endif

extern "C" __global__ void of_f64(const double* A, const double* B, double* C, int K) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  double d0 = 0, d1 = 0;
  for (int k = 0; k < K; k += 4)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(d0), "+d"(d1)
                 : "d"(A[g * K + k + t]), "d"(B[g * K + k + t]));
  C[g * 8 + t * 2] = d0, C[g * 8 + t * 2 + 1] = d1;
}
