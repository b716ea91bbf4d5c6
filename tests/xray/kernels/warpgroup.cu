// Products of warpgroups: a pipeline of tensor copies, and operands that threads write.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>

__device__ inline uint32_t place_of(const void* at) { return static_cast<uint32_t>(__cvta_generic_to_shared(at)); }

__device__ inline void init(uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place_of(barrier)), "r"(arrivals) : "memory");
}

__device__ inline void expect(uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place_of(barrier)), "r"(bytes)
               : "memory");
}

__device__ inline void arrive(uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(place_of(barrier)) : "memory");
}

__device__ inline void wait_parity(uint64_t* barrier, int parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@p bra OVER;\n"
      "bra AGAIN;\n"
      "OVER: }" ::"r"(place_of(barrier)),
      "r"(parity)
      : "memory");
}

__device__ inline void fetch_box(void* to, const CUtensorMap* map, int col, int row, uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          place_of(to)),
      "l"(map), "r"(col), "r"(row), "r"(place_of(barrier))
      : "memory");
}

__device__ inline void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int Rest>
__device__ inline void wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Rest) : "memory");
}
__device__ inline void fence_of_copies() { asm volatile("fence.proxy.async;" ::: "memory"); }

// Address, leading and stride byte offsets, mode: 1 is a swizzle of 128 bytes.
__device__ inline uint64_t descriptor(const void* at, int leading, int stride, int mode) {
  return static_cast<uint64_t>((place_of(at) & 0x3FFFF) >> 4) | static_cast<uint64_t>(leading >> 4) << 16 |
         static_cast<uint64_t>(stride >> 4) << 32 | static_cast<uint64_t>(mode) << 62;
}

__device__ inline void multiply(float (&d)[32], uint64_t a, uint64_t b, int adds) {
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, "
      "%14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, "
      "0, 0; }"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
        "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
        "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
        "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
      : "l"(a), "l"(b), "r"(adds));
}

// Of one thread, all values of the sum: rows 8 apart, columns in pairs.
template <int N, class Sum>
__device__ inline void store(Sum* out, int width, const Sum (&d)[N / 2]) {
  const int warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
  for (int i = 0; i < N / 2; ++i) {
    const int row = warp * 16 + lane / 4 + i / 2 % 2 * 8, col = i / 4 * 8 + lane % 4 * 2 + i % 2;
    out[row * width + col] = d[i];
  }
}

constexpr int stages = 3, side = 64, depth = 64;

// One warp fetches, a warpgroup multiplies; a product is on its way while the next one begins.
extern "C" __global__ void pipeline(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                                    float* out, int width, int k) {
  __shared__ alignas(1024) __half tile_a[stages][side * depth], tile_b[stages][side * depth];
  __shared__ uint64_t full[stages], empty[stages];
  const int steps = k / depth;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) init(&full[stage], 1), init(&empty[stage], 128);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x >= 128) {
    if (threadIdx.x % 32 != 0) return;
    for (int step = 0; step < steps; ++step) {
      const int stage = step % stages;
      wait_parity(&empty[stage], (step / stages & 1) ^ 1);
      expect(&full[stage], 2 * side * depth * static_cast<int>(sizeof(__half)));
      fetch_box(tile_a[stage], &a, step * depth, blockIdx.y * side, &full[stage]);
      fetch_box(tile_b[stage], &b, step * depth, blockIdx.x * side, &full[stage]);
    }
    return;
  }
  float d[32];
  for (int step = 0; step < steps; ++step) {
    const int stage = step % stages;
    wait_parity(&full[stage], step / stages & 1);
    fence();
    for (int part = 0; part < depth / 16; ++part)
      multiply(d, descriptor(tile_a[stage] + part * 16, 16, 1024, 1),
               descriptor(tile_b[stage] + part * 16, 16, 1024, 1), step > 0 || part > 0);
    commit();
    wait<1>();
    if (step > 0) arrive(&empty[(step - 1) % stages]);
  }
  wait<0>();
  store<side>(out + blockIdx.y * side * width + blockIdx.x * side, width, d);
}

// Rows of 32 bytes in core matrices of 8 rows by 16 bytes.
__device__ inline int core_place(int row, int byte) {
  return row / 8 * 256 + byte / 16 * 128 + row % 8 * 16 + byte % 16;
}

template <int Rows>
__device__ inline void fill(unsigned char* tile, const unsigned char* from, int pitch) {
  for (int at = threadIdx.x; at < Rows * 8; at += blockDim.x) {
    const int row = at / 8, byte = at % 8 * 4;
    *reinterpret_cast<uint32_t*>(tile + core_place(row, byte)) =
        *reinterpret_cast<const uint32_t*>(from + row * pitch + byte);
  }
}

enum class Kind { Tf32, E4m3, E5m2, S8, U8, Bf16 };

template <Kind Of, class Sum>
__device__ inline void multiply_kind(Sum (&d)[8], uint64_t a, uint64_t b) {
  if constexpr (Of == Kind::Tf32)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
        : "l"(a), "l"(b));
  if constexpr (Of == Kind::E4m3)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e4m3 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
        : "l"(a), "l"(b));
  if constexpr (Of == Kind::E5m2)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k32.f32.e5m2.e5m2 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, 1, 1; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
        : "l"(a), "l"(b));
  if constexpr (Of == Kind::S8)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
        : "l"(a), "l"(b));
  if constexpr (Of == Kind::U8)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k32.s32.u8.u8 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
        : "l"(a), "l"(b));
  if constexpr (Of == Kind::Bf16)
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p, -1, -1, 0, "
        "0; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
        : "l"(a), "l"(b));
}

template <Kind Of, class Sum>
__device__ inline void by_kind(const unsigned char* a, const unsigned char* b, Sum* out, int pitch) {
  __shared__ alignas(128) unsigned char tile_a[64 * 32], tile_b[16 * 32];
  Sum d[8] = {};
  for (int byte = 0; byte < pitch; byte += 32) {
    fill<64>(tile_a, a + byte, pitch);
    fill<16>(tile_b, b + byte, pitch);
    fence_of_copies();
    __syncthreads();
    fence();
    multiply_kind<Of>(d, descriptor(tile_a, 128, 256, 0), descriptor(tile_b, 128, 256, 0));
    commit();
    wait<0>();
    __syncthreads();
  }
  store<16>(out, 16, d);
}

extern "C" __global__ void of_tf32(const unsigned char* a, const unsigned char* b, float* out, int pitch) {
  by_kind<Kind::Tf32>(a, b, out, pitch);
}
extern "C" __global__ void of_e4m3(const unsigned char* a, const unsigned char* b, float* out, int pitch) {
  by_kind<Kind::E4m3>(a, b, out, pitch);
}
extern "C" __global__ void of_e5m2(const unsigned char* a, const unsigned char* b, float* out, int pitch) {
  by_kind<Kind::E5m2>(a, b, out, pitch);
}
extern "C" __global__ void of_s8(const unsigned char* a, const unsigned char* b, int* out, int pitch) {
  by_kind<Kind::S8>(a, b, out, pitch);
}
extern "C" __global__ void of_u8(const unsigned char* a, const unsigned char* b, int* out, int pitch) {
  by_kind<Kind::U8>(a, b, out, pitch);
}
extern "C" __global__ void of_bf16(const unsigned char* a, const unsigned char* b, float* out, int pitch) {
  by_kind<Kind::Bf16>(a, b, out, pitch);
}

// A from registers; B is given k by k, so that n is the one that lies side by side.
extern "C" __global__ void from_registers(const __half* a, const __half* b, float* out, int k) {
  __shared__ alignas(1024) __half tile[16 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float d[32] = {};
  for (int first = 0; first < k; first += 16) {
    for (int at = threadIdx.x; at < 16 * 64; at += blockDim.x) {
      const int row = at / 64, byte = row * 128 + at % 64 * 2;
      *reinterpret_cast<__half*>(reinterpret_cast<unsigned char*>(tile) + (byte ^ (row % 8) << 4)) =
          b[(first + row) * 64 + at % 64];
    }
    uint32_t fragment[4];
    for (int i = 0; i < 4; ++i) {
      const int row = warp * 16 + lane / 4 + i % 2 * 8, col = first + lane % 4 * 2 + i / 2 * 8;
      fragment[i] = *reinterpret_cast<const uint32_t*>(&a[row * k + col]);
    }
    fence_of_copies();
    __syncthreads();
    fence();
    asm volatile(
        "{ .reg .pred p; setp.eq.b32 p, 0, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "
        "%13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, {%32, %33, "
        "%34, %35}, %36, p, 1, 1, 1; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
          "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
          "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
          "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "r"(fragment[0]), "r"(fragment[1]), "r"(fragment[2]), "r"(fragment[3]), "l"(descriptor(tile, 8192, 1024, 1)));
    commit();
    wait<0>();
    __syncthreads();
  }
  store<64>(out, 64, d);
}
