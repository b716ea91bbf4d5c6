// Tiles that tensor copies and bulk copies bring and take away.
#include <cuda.h>
#include <cuda_fp16.h>

#include <cstdint>

__device__ inline uint32_t place_of(const void* at) { return static_cast<uint32_t>(__cvta_generic_to_shared(at)); }

__device__ inline void init(uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place_of(barrier)), "r"(arrivals) : "memory");
}

__device__ inline void expect(uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place_of(barrier)), "r"(bytes)
               : "memory");
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

__device__ inline void put_box(const CUtensorMap* map, int col, int row, const void* from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(col),
               "r"(row), "r"(place_of(from))
               : "memory");
}

__device__ inline void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ inline void wait_until_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ inline void fence_of_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void fence_of_init() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

constexpr int cols = 64, rows = 32, stages = 2;

// The byte that a swizzle of 128 bytes puts an element at.
__device__ inline int swizzled(int row, int col) {
  const int at = row * 128 + col * 2;
  return at ^ ((at >> 7 & 7) << 4);
}

__device__ inline __half& element(unsigned char* tile, int byte) { return *reinterpret_cast<__half*>(tile + byte); }

// C = 2 A, tile by tile of a row of tiles: swizzled on its way in, in order on its way out.
extern "C" __global__ void twice(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap c,
                                 int tiles) {
  __shared__ alignas(1024) unsigned char in[stages][rows * cols * 2], out[rows * cols * 2];
  __shared__ uint64_t full[stages];
  const int row = blockIdx.y * rows;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) init(&full[stage], 1);
    fence_of_init();
    for (int stage = 0; stage < stages && stage < tiles; ++stage) {
      expect(&full[stage], sizeof(in[stage]));
      fetch_box(in[stage], &a, stage * cols, row, &full[stage]);
    }
  }
  __syncthreads();
  for (int tile = 0; tile < tiles; ++tile) {
    const int stage = tile % stages;
    wait_parity(&full[stage], tile / stages & 1);
    if (threadIdx.x == 0) wait_until_read();
    __syncthreads();
    for (int at = threadIdx.x; at < rows * cols; at += blockDim.x)
      element(out, at * 2) = element(in[stage], swizzled(at / cols, at % cols)) * __half(2);
    fence_of_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
      put_box(&c, tile * cols, row, out);
      commit();
      if (tile + stages < tiles) {
        expect(&full[stage], sizeof(in[stage]));
        fetch_box(in[stage], &a, (tile + stages) * cols, row, &full[stage]);
      }
    }
  }
  if (threadIdx.x == 0) wait_until_read();
}

// C = A, row by row.
extern "C" __global__ void move_rows(const float* a, float* c, int width) {
  __shared__ alignas(16) float line[256], out[256];
  __shared__ uint64_t full;
  const int bytes = width * static_cast<int>(sizeof(float));
  if (threadIdx.x == 0) {
    init(&full, 1);
    fence_of_init();
    expect(&full, bytes);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(place_of(line)),
        "l"(a + blockIdx.x * width), "r"(bytes), "r"(place_of(&full))
        : "memory");
  }
  __syncthreads();
  wait_parity(&full, 0);
  for (int at = threadIdx.x; at < width; at += blockDim.x) out[at] = line[at];
  fence_of_copies();
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(c + blockIdx.x * width),
               "r"(place_of(out)), "r"(bytes)
               : "memory");
  commit();
  wait_until_read();
}
