// One warp, one product, of numbers of 4 bits and of one: by products of such numbers, and unpacked to s8 and f16.
#include <cuda_fp16.h>

#include <cstdint>

__device__ uint32_t word(const void* base, int bytes) {
  return *reinterpret_cast<const uint32_t*>(static_cast<const char*>(base) + bytes);
}

// A row by row and B column by column, both with `row` bytes to a line; 32 bytes of k an instruction.
#define KERNEL(name, instruction)                                                                            \
  extern "C" __global__ void name(const void* A, const void* B, int* C, int row) {                           \
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;                                                      \
    int d[4] = {};                                                                                           \
    _Pragma("unroll 1") for (int at = 0; at < row; at += 32) {                                               \
      const uint32_t a0 = word(A, g * row + at + t * 4), a1 = word(A, (g + 8) * row + at + t * 4);           \
      const uint32_t a2 = word(A, g * row + at + t * 4 + 16), a3 = word(A, (g + 8) * row + at + t * 4 + 16); \
      const uint32_t b0 = word(B, g * row + at + t * 4), b1 = word(B, g * row + at + t * 4 + 16);            \
      asm volatile("mma.sync.aligned." instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"  \
                   : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                          \
                   : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));                                  \
    }                                                                                                        \
    C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],                     \
                  C[(g + 8) * 8 + t * 2 + 1] = d[3];                                                         \
  }

KERNEL(of_s4, "m16n8k64.row.col.s32.s4.s4.s32")
KERNEL(of_b1, "m16n8k256.row.col.s32.b1.b1.s32.and.popc")
KERNEL(of_b1_xor, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc")

// 16 bytes of k an instruction.
#define HALF_KERNEL(name, instruction)                                                                            \
  extern "C" __global__ void name(const void* A, const void* B, int* C, int row) {                                \
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;                                                           \
    int d[4] = {};                                                                                                \
    _Pragma("unroll 1") for (int at = t * 4; at < row; at += 16) asm volatile(                                    \
        "mma.sync.aligned." instruction " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" : "+r"(d[0]), "+r"(d[1]), \
        "+r"(d[2]), "+r"(d[3]) : "r"(word(A, g * row + at)), "r"(word(A, (g + 8) * row + at)),                    \
        "r"(word(B, g * row + at)));                                                                              \
    C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],                          \
                  C[(g + 8) * 8 + t * 2 + 1] = d[3];                                                              \
  }

HALF_KERNEL(of_s4_u4, "m16n8k32.row.col.s32.s4.u4.s32")

// 8 rows.
#define SMALL_KERNEL(name, instruction)                                                \
  extern "C" __global__ void name(const void* A, const void* B, int* C, int row) {     \
    const int g = threadIdx.x / 4, t = threadIdx.x % 4;                                \
    int d[2] = {};                                                                     \
    _Pragma("unroll 1") for (int at = t * 4; at < row; at += 16) asm volatile(         \
        "mma.sync.aligned." instruction " {%0,%1}, {%2}, {%3}, {%0,%1};" : "+r"(d[0]), \
        "+r"(d[1]) : "r"(word(A, g * row + at)), "r"(word(B, g * row + at)));          \
    C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1];                              \
  }

SMALL_KERNEL(of_s4_small, "m8n8k32.row.col.s32.s4.s4.s32")
SMALL_KERNEL(of_b1_small, "m8n8k128.row.col.s32.b1.b1.s32.and.popc")

__device__ void multiply_bytes(int (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// C = A B of u4, k of 32, with B row by row: each thread gathers a column, two of which share a byte.
extern "C" __global__ void turn_u4(const uint8_t* A, const uint8_t* B, int* C) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  uint32_t column = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) column |= (uint32_t{B[(t * 8 + i) * 4 + g / 2]} >> g % 2 * 4 & 15) << i * 4;
  int d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(word(A, g * 16 + t * 4)), "r"(word(A, (g + 8) * 16 + t * 4)), "r"(column));
  C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],
                C[(g + 8) * 8 + t * 2 + 1] = d[3];
}

// The four numbers of 4 bits in the lower half of a word, as bytes in their order.
__device__ uint32_t four_bytes(uint32_t four) {
  return __byte_perm(four & 0x0F0F0F0F, (four >> 4) & 0x0F0F0F0F, 0x5140);
}

// C = A B, of s8 and u4, k of 32.
extern "C" __global__ void unpack_to_s8(const int8_t* A, const uint8_t* B, int* C) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const auto* const four = reinterpret_cast<const uint16_t*>(B + g * 16);
  int d[4] = {};
  const uint32_t a[4] = {word(A, g * 32 + t * 4), word(A, (g + 8) * 32 + t * 4), word(A, g * 32 + t * 4 + 16),
                         word(A, (g + 8) * 32 + t * 4 + 16)};
  multiply_bytes(d, a, four_bytes(four[t]), four_bytes(four[t + 4]));
  C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],
                C[(g + 8) * 8 + t * 2 + 1] = d[3];
}

__device__ half2 add(half2 a, uint32_t bits) { return __hadd2(a, *reinterpret_cast<const half2*>(&bits)); }
__device__ uint32_t bits_of(half2 a) { return *reinterpret_cast<const uint32_t*>(&a); }

// The numbers 0 and 4 of a word of u4, as 1024 + q in f16 less 1024; 1 and 5 as 1024 + 16 q.
__device__ half2 lower_pair(uint32_t word) {
  uint32_t made;
  asm("lop3.b32 %0, %1, 0x000f000f, 0x64006400, 0xEA;" : "=r"(made) : "r"(word));
  return add(*reinterpret_cast<half2*>(&made), 0xE400E400);
}
__device__ half2 upper_pair(uint32_t word) {
  uint32_t made;
  asm("lop3.b32 %0, %1, 0x00f000f0, 0x64006400, 0xEA;" : "=r"(made) : "r"(word));
  const uint32_t sixteenth = 0x2C002C00, offset = 0xD400D400;  // 1/16 and -64
  return __hfma2(*reinterpret_cast<half2*>(&made), *reinterpret_cast<const half2*>(&sixteenth),
                 *reinterpret_cast<const half2*>(&offset));
}

// C = (A B) S, of f16 and u4, k of 16, as AWQ and Marlin unpack.
extern "C" __global__ void unpack_to_f16(const half* A, const uint32_t* B, const half* S, float* C) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  const half2 scale = __half2half2(S[g]);
  uint32_t pair[2];
  for (int half_of_k = 0; half_of_k < 2; ++half_of_k) {
    const uint32_t eight = B[g * 2 + half_of_k] >> (t / 2 * 16);  // numbers 4 to 7 for the threads 2 and 3
    const uint32_t two = eight >> (t % 2 * 8);
    const half2 even = lower_pair(two), odd = upper_pair(two);
    pair[half_of_k] = __byte_perm(bits_of(__hmul2(even, scale)), bits_of(__hmul2(odd, scale)), 0x5410);
  }
  float d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(word(A, g * 32 + t * 4)), "r"(word(A, (g + 8) * 32 + t * 4)), "r"(word(A, g * 32 + t * 4 + 16)),
                 "r"(word(A, (g + 8) * 32 + t * 4 + 16)), "r"(pair[0]), "r"(pair[1]));
  C[g * 8 + t * 2] = d[0], C[g * 8 + t * 2 + 1] = d[1], C[(g + 8) * 8 + t * 2] = d[2],
                C[(g + 8) * 8 + t * 2 + 1] = d[3];
}

// C = A B of s4 and f32, number by number: one thread an element of C.
extern "C" __global__ void unpack_with_sign(const int8_t* A, const float* B, float* C, int K, int N) {
  const int row = threadIdx.x / N, col = threadIdx.x % N;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < K; k += 2) {
    const int8_t two = A[(row * K + k) / 2];
    const int8_t low = static_cast<int8_t>(two << 4) >> 4, high = two >> 4;
    sum += static_cast<float>(low) * B[k * N + col] + static_cast<float>(high) * B[(k + 1) * N + col];
  }
  C[threadIdx.x] = sum;
}
