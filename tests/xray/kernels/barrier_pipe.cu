// A product whose warps hand tiles to each other through mbarriers: one warp fetches, the others multiply.
#include <cuda_fp16.h>

#include <cstdint>

constexpr int stages = 2, depth = 16, rows = 32, cols = 8;

__device__ inline uint32_t place_of(const void* at) { return static_cast<uint32_t>(__cvta_generic_to_shared(at)); }

__device__ inline void init(uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place_of(barrier)), "r"(arrivals) : "memory");
}

__device__ inline uint64_t arrive(uint64_t* barrier) {
  uint64_t state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(place_of(barrier)) : "memory");
  return state;
}

__device__ inline void wait_parity(uint64_t* barrier, int parity) {
  uint32_t over = 0;
  while (over == 0)
    asm volatile(
        "{ .reg .pred p;\n"
        "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
        "selp.b32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(place_of(barrier)), "r"(parity)
        : "memory");
}

__device__ inline void wait_state(uint64_t* barrier, uint64_t state) {
  uint32_t over = 0;
  while (over == 0)
    asm volatile(
        "{ .reg .pred p;\n"
        "mbarrier.test_wait.shared.b64 p, [%1], %2;\n"
        "selp.b32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(place_of(barrier)), "l"(state)
        : "memory");
}

__device__ inline void multiply(float* c, const uint32_t* a, const uint32_t* b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ inline uint32_t pair_at(const __half* at) { return *reinterpret_cast<const uint32_t*>(at); }

struct Tiles {
  __half a[stages][rows][depth], b[stages][cols][depth];
};

__device__ inline void multiply_stage(const Tiles& tiles, int stage, int row, float* c) {
  const int lane = threadIdx.x % 32, group = lane / 4, pair = lane % 4 * 2;
  const uint32_t a[4] = {pair_at(&tiles.a[stage][row + group][pair]), pair_at(&tiles.a[stage][row + group + 8][pair]),
                         pair_at(&tiles.a[stage][row + group][pair + 8]),
                         pair_at(&tiles.a[stage][row + group + 8][pair + 8])};
  const uint32_t b[2] = {pair_at(&tiles.b[stage][group][pair]), pair_at(&tiles.b[stage][group][pair + 8])};
  multiply(c, a, b);
}

__device__ inline void store(float* out, int row, const float* c) {
  const int lane = threadIdx.x % 32, group = lane / 4, pair = lane % 4 * 2;
  for (int half = 0; half < 2; ++half)
    for (int at = 0; at < 2; ++at) out[(row + group + 8 * half) * cols + pair + at] = c[2 * half + at];
}

// The fetching warp: its lanes bring four bytes at a time, and arrive each.
__device__ inline void fetch_stage(Tiles& tiles, int stage, const __half* a, const __half* b, int k, int first) {
  const int lane = threadIdx.x % 32;
  for (int at = lane; at < rows * depth / 2; at += 32) {
    const int row = at / (depth / 2), col = at % (depth / 2) * 2;
    *reinterpret_cast<uint32_t*>(&tiles.a[stage][row][col]) = pair_at(&a[row * k + first + col]);
  }
  for (int at = lane; at < cols * depth / 2; at += 32) {
    const int row = at / (depth / 2), col = at % (depth / 2) * 2;
    *reinterpret_cast<uint32_t*>(&tiles.b[stage][row][col]) = pair_at(&b[row * k + first + col]);
  }
}

extern "C" __global__ void plain_pipe(const __half* a, const __half* b, float* out, int k) {
  __shared__ Tiles tiles;
  __shared__ uint64_t full[stages], empty[stages];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    for (int stage = 0; stage < stages; ++stage) init(&full[stage], 32), init(&empty[stage], 64);
  __syncthreads();
  if (warp == 0) {
    for (int step = 0; step < k / depth; ++step) {
      wait_parity(&empty[step % stages], (step / stages & 1) ^ 1);
      fetch_stage(tiles, step % stages, a, b, k, step * depth);
      arrive(&full[step % stages]);
    }
    return;
  }
  float c[4] = {};
  const int row = (warp - 1) * 16;
  for (int step = 0; step < k / depth; ++step) {
    wait_parity(&full[step % stages], step / stages & 1);
    multiply_stage(tiles, step % stages, row, c);
    arrive(&empty[step % stages]);
  }
  store(out, row, c);
}

// All warps fetch and all wait for the state that their own arrival gave them.
extern "C" __global__ void states(const __half* a, const __half* b, float* out, int k) {
  __shared__ Tiles tiles;
  __shared__ uint64_t ready, done;
  if (threadIdx.x == 0) init(&ready, blockDim.x), init(&done, blockDim.x);
  __syncthreads();
  float c[4] = {};
  for (int first = 0; first < k; first += depth) {
    for (int at = threadIdx.x; at < (rows + cols) * depth / 2; at += blockDim.x) {
      const int row = at / (depth / 2), col = at % (depth / 2) * 2;
      const bool of_a = row < rows;
      const __half* const from = of_a ? &a[row * k + first + col] : &b[(row - rows) * k + first + col];
      __half* const to = of_a ? &tiles.a[0][row][col] : &tiles.b[0][row - rows][col];
      *reinterpret_cast<uint32_t*>(to) = pair_at(from);
    }
    wait_state(&ready, arrive(&ready));
    multiply_stage(tiles, 0, threadIdx.x / 32 * 16, c);
    wait_state(&done, arrive(&done));
  }
  store(out, threadIdx.x / 32 * 16, c);
}

// Copies of cp.async arrive at the mbarrier themselves.
extern "C" __global__ void async_pipe(const __half* a, const __half* b, float* out, int k) {
  __shared__ Tiles tiles;
  __shared__ uint64_t full[stages], empty[stages];
  if (threadIdx.x == 0)
    for (int stage = 0; stage < stages; ++stage) init(&full[stage], 32), init(&empty[stage], 64);
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int step = 0; step < k / depth; ++step) {
      const int stage = step % stages;
      wait_parity(&empty[stage], (step / stages & 1) ^ 1);
      for (int at = lane; at < (rows + cols) * depth / 8; at += 32) {
        const int row = at / (depth / 8), col = at % (depth / 8) * 8;
        const __half* const from =
            row < rows ? &a[row * k + step * depth + col] : &b[(row - rows) * k + step * depth + col];
        const __half* const to = row < rows ? &tiles.a[stage][row][col] : &tiles.b[stage][row - rows][col];
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place_of(to)), "l"(from) : "memory");
      }
      asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(place_of(&full[stage])) : "memory");
    }
    return;
  }
  float c[4] = {};
  const int row = (threadIdx.x / 32 - 1) * 16;
  for (int step = 0; step < k / depth; ++step) {
    wait_parity(&full[step % stages], step / stages & 1);
    multiply_stage(tiles, step % stages, row, c);
    arrive(&empty[step % stages]);
  }
  store(out, row, c);
}
