// C = A B on Hopper: one thread asks for tiles by TMA, and four warps multiply them with wgmma, which reads both
// operands from shared memory by descriptors.
// A is m x k and C is m x n, both stored row by row; B is k x n and stored column by column: both lie along k.
// xray: product sm_90a <<<2, 128>>> (tma(A=f16[m:128,k:192],box=64x64,swizzle=128),
// tma(B=f16[k:192,n:32]:col,box=64x32,swizzle=128), C=out f32[m:128,n:32], 32, 192)
#include <cuda_fp16.h>

constexpr int tile_m = 64, tile_n = 32, tile_k = 64;  // a row of a tile has 128 bytes, as many as a swizzle spans

// CUtensorMap of cuda.h, as the host has encoded it: array, box and swizzle. To the kernel it is 128 bytes.
struct alignas(64) TensorMap {
  unsigned char bytes[128];
};

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ void fetch(half* tile, const TensorMap* map, int k, int row, unsigned long long* arrived) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(tile)),
      "l"(map), "r"(k), "r"(row), "r"(shared_address(arrived))
      : "memory");
}

__device__ void wait_for(unsigned long long* arrived, int phase) {
  asm volatile(
      "{ .reg .pred over;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      "@!over bra again; }" ::"r"(shared_address(arrived)),
      "r"(phase)
      : "memory");
}

// How wgmma finds an operand: where it begins, how many bytes groups of 8 rows are apart, both in units of 16, and
// that TMA swizzled it by 128 bytes (1 << 62). The other distance (1 << 16) counts only without a swizzle.
__device__ unsigned long long descriptor(const half* tile, unsigned long long stride) {
  return (shared_address(tile) & 0x3FFFF) >> 4 | 1ull << 16 | stride >> 4 << 32 | 1ull << 62;
}

extern "C" __global__ void product(const __grid_constant__ TensorMap A, const __grid_constant__ TensorMap B, float* C,
                                   int N, int K) {
  __shared__ alignas(1024) half as[tile_m * tile_k], bs[tile_n * tile_k];
  __shared__ unsigned long long arrived;
  const int m0 = blockIdx.x * tile_m;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&arrived)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();

  float sum[16];  // 64 x 32 elements of 128 threads
  for (int tile = 0; tile * tile_k < K; ++tile) {
    if (threadIdx.x == 0) {
      constexpr int bytes = sizeof(as) + sizeof(bs);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&arrived)), "r"(bytes)
                   : "memory");
      fetch(as, &A, tile * tile_k, m0, &arrived);
      fetch(bs, &B, tile * tile_k, 0, &arrived);
    }
    wait_for(&arrived, tile % 2);  // phases of the barrier are even and odd in turn

    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int k = 0; k < tile_k; k += 16) {
      const int adds = tile > 0 || k > 0;  // the first product of all replaces what is in the registers
      asm volatile(
          "{ .reg .pred adds; setp.ne.b32 adds, %18, 0;\n"
          "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
          "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, adds, 1, 1, 0, 0; }"
          : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]), "+f"(sum[6]),
            "+f"(sum[7]), "+f"(sum[8]), "+f"(sum[9]), "+f"(sum[10]), "+f"(sum[11]), "+f"(sum[12]), "+f"(sum[13]),
            "+f"(sum[14]), "+f"(sum[15])
          : "l"(descriptor(as + k, 1024)), "l"(descriptor(bs + k, 1024)), "r"(adds));
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();  // all four warps are done with the tiles: TMA may write to them again
  }

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < 16; ++i) {
    const int row = warp * 16 + lane / 4 + i / 2 % 2 * 8, col = i / 4 * 8 + lane % 4 * 2 + i % 2;
    C[(m0 + row) * N + col] = sum[i];
  }
}
