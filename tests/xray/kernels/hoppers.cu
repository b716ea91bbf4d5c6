// Kernels of Hopper that warpgroup.cu lacks: every swizzle of tensor copies, two warpgroups that multiply, stores by
// stmatrix and tensor copies, softmax between two wgmma, batches.
#include <cuda.h>

#include "fragments.cuh"

__device__ inline void init(uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_of(barrier)), "r"(arrivals) : "memory");
}
__device__ inline void expect(uint64_t* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address_of(barrier)), "r"(bytes)
               : "memory");
}
__device__ inline void arrive(uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_of(barrier)) : "memory");
}
__device__ inline void wait_for(uint64_t* barrier, int parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra AGAIN; }" ::"r"(address_of(barrier)),
      "r"(parity)
      : "memory");
}
__device__ inline void bring(void* to, const CUtensorMap* map, int x, int y, uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          address_of(to)),
      "l"(map), "r"(x), "r"(y), "r"(address_of(barrier))
      : "memory");
}
__device__ inline void bring(void* to, const CUtensorMap* map, int x, int y, int z, uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::
          "r"(address_of(to)),
      "l"(map), "r"(x), "r"(y), "r"(z), "r"(address_of(barrier))
      : "memory");
}
__device__ inline void take(const CUtensorMap* map, int x, int y, const void* from) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), "r"(x), "r"(y),
               "r"(address_of(from))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ inline void fence_of_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void end_products() {
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
}

// mode: 1 is a swizzle of 128 bytes, 2 of 64, 3 of 32, 0 none.
__device__ inline uint64_t descriptor(const void* at, int leading, int stride, uint64_t mode) {
  return static_cast<uint64_t>((address_of(at) & 0x3FFFF) >> 4) | static_cast<uint64_t>(leading >> 4) << 16 |
         static_cast<uint64_t>(stride >> 4) << 32 | mode << 62;
}

#define SIXTEEN "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}"
#define SUMS(d)                                                                                               \
  "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), \
      "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
// 64 x 32 += 64 x 16 times 16 x 32, of halves: both from shared memory, or A from registers.
__device__ inline void multiply(float (&d)[16], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 " SIXTEEN ", %16, %17, 1, 1, 1, 0, 0;"
               : SUMS(d)
               : "l"(a), "l"(b));
}
// B lies along n.
__device__ inline void multiply_rows(float (&d)[16], const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 " SIXTEEN ", {%16,%17,%18,%19}, %20, 1, 1, 1, 1;"
               : SUMS(d)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
__device__ inline int row_of(int i) { return threadIdx.x / 32 % 4 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8; }
__device__ inline int col_of(int i) { return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2; }

// Tiles of 16, 32 or 64 of k: rows of as many bytes as the swizzle spans. 64 x 32 elements.
template <int Mode, int Depth>
__device__ inline void by_swizzle(const CUtensorMap& A, const CUtensorMap& B, float* C, int k) {
  __shared__ alignas(1024) half as[64 * Depth], bs[32 * Depth];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  float d[16] = {};
#pragma unroll 1
  for (int step = 0; step < k / Depth; ++step) {
    if (threadIdx.x == 0) {
      expect(&full, sizeof(as) + sizeof(bs));
      bring(as, &A, step * Depth, 0, &full);
      bring(bs, &B, step * Depth, 0, &full);
    }
    wait_for(&full, step % 2);
    begin_products();
#pragma unroll 1
    for (int part = 0; part < Depth; part += 16)
      multiply(d, descriptor(as + part, 16, 16 * Depth, Mode), descriptor(bs + part, 16, 16 * Depth, Mode));
    end_products();
    __syncthreads();
  }
  for (int i = 0; i < 16; ++i) C[row_of(i) * 32 + col_of(i)] = d[i];
}
extern "C" __global__ void swizzle_128(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                                       float* C, int k) {
  by_swizzle<1, 64>(A, B, C, k);
}
extern "C" __global__ void swizzle_64(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                                      float* C, int k) {
  by_swizzle<2, 32>(A, B, C, k);
}
extern "C" __global__ void swizzle_32(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                                      float* C, int k) {
  by_swizzle<3, 16>(A, B, C, k);
}

// One warpgroup brings tiles, with few registers; two multiply, 64 rows each. Results go by stmatrix to shared memory
// and by a tensor copy to C.
extern "C" __global__ void two_consumers(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                                         const __grid_constant__ CUtensorMap C, int k) {
  constexpr int stages = 2;
  __shared__ alignas(1024) half as[stages][128 * 64], bs[stages][32 * 64], out[2][64 * 32];
  __shared__ uint64_t full[stages], empty[stages];
  const int group = threadIdx.x / 128, steps = k / 64;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) init(&full[stage], 1), init(&empty[stage], 2);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x != 0) return;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
      const int stage = step % stages;
      wait_for(&empty[stage], (step / stages & 1) ^ 1);
      expect(&full[stage], sizeof(as[0]) + sizeof(bs[0]));
      bring(as[stage], &A, step * 64, blockIdx.x * 128, &full[stage]);
      bring(bs[stage], &B, step * 64, 0, &full[stage]);
    }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  float d[16] = {};
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    const int stage = step % stages;
    wait_for(&full[stage], step / stages & 1);
    begin_products();
#pragma unroll 1
    for (int part = 0; part < 64; part += 16)
      multiply(d, descriptor(as[stage] + (group - 1) * 64 * 64 + part, 16, 1024, 1),
               descriptor(bs[stage] + part, 16, 1024, 1));
    end_products();
    if (threadIdx.x % 128 == 0) arrive(&empty[stage]);
  }
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
  for (int j = 0; j < 16; j += 8) {
    half* const at = out[group - 1] + (warp * 16 + lane % 16) * 32 + j * 2 + lane / 16 * 8;
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(address_of(at)),
                 "r"(packed(d[j], d[j + 1])), "r"(packed(d[j + 2], d[j + 3])), "r"(packed(d[j + 4], d[j + 5])),
                 "r"(packed(d[j + 6], d[j + 7]))
                 : "memory");
  }
  fence_of_copies();
  asm volatile("bar.sync %0, 128;" ::"r"(group) : "memory");
  if (threadIdx.x % 128 == 0) take(&C, 0, blockIdx.x * 128 + (group - 1) * 64, out[group - 1]);
}

// Scores by wgmma, softmax in registers, weights as the left factor of the next wgmma: 64 queries, 32 keys at a time.
extern "C" __global__ void scores_in_registers(const half* Q, const __grid_constant__ CUtensorMap K,
                                               const __grid_constant__ CUtensorMap V, float* O, int keys, float scale) {
  __shared__ alignas(1024) half qs[64 * 32], ks[32 * 32], vs[32 * 32];
  __shared__ uint64_t full;
  for (int at = threadIdx.x; at < 64 * 4; at += 128) {
    const int row = at / 4, chunk = at % 4;
    *reinterpret_cast<uint4*>(qs + row * 32 + (chunk ^ row / 2 % 4) * 8) =
        *reinterpret_cast<const uint4*>(Q + (blockIdx.x * 64 + row) * 32 + chunk * 8);
  }
  fence_of_copies();
  if (threadIdx.x == 0) {
    init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  float o[16] = {}, top[2] = {-INFINITY, -INFINITY}, total[2] = {};
#pragma unroll 1
  for (int step = 0; step < keys / 32; ++step) {
    if (threadIdx.x == 0) {
      expect(&full, sizeof(ks) + sizeof(vs));
      bring(ks, &K, 0, step * 32, &full);
      bring(vs, &V, 0, step * 32, &full);
    }
    wait_for(&full, step % 2);
    float s[16] = {};
    begin_products();
#pragma unroll 1
    for (int part = 0; part < 32; part += 16)
      multiply(s, descriptor(qs + part, 16, 512, 2), descriptor(ks + part, 16, 512, 2));
    end_products();
    for (int h = 0; h < 2; ++h) {
      float most = top[h];
      for (int i = 0; i < 16; ++i)
        if (i / 2 % 2 == h) most = fmaxf(most, s[i] *= scale * 1.44269504f);
      most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, 1));
      most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, 2));
      const float shrink = exp2f(top[h] - most);
      top[h] = most, total[h] *= shrink;
      for (int i = 0; i < 16; ++i)
        if (i / 2 % 2 == h) {
          o[i] *= shrink;
          total[h] += s[i] = exp2f(s[i] - most);
        }
    }
    uint32_t p[2][4];
    for (int i = 0; i < 8; ++i) p[i / 4][i % 4] = packed(s[i * 2], s[i * 2 + 1]);
    begin_products();
    for (int part = 0; part < 2; ++part) multiply_rows(o, p[part], descriptor(vs + part * 16 * 32, 2048, 512, 2));
    end_products();
    __syncthreads();
  }
  for (int h = 0; h < 2; ++h) {
    total[h] += __shfl_xor_sync(0xFFFFFFFF, total[h], 1);
    total[h] += __shfl_xor_sync(0xFFFFFFFF, total[h], 2);
  }
  for (int i = 0; i < 16; ++i) O[(blockIdx.x * 64 + row_of(i)) * 32 + col_of(i)] = o[i] / total[i / 2 % 2];
}

// Batches by tensor maps of three dimensions; the result is stored by stmatrix with .trans, so that columns lie in
// order.
extern "C" __global__ void batches(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                                   half* C, int k) {
  __shared__ alignas(1024) half as[64 * 64], bs[32 * 64], out[32][64 + 8];
  __shared__ uint64_t full;
  const int z = blockIdx.z, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  float d[16] = {};
#pragma unroll 1
  for (int step = 0; step < k / 64; ++step) {
    if (threadIdx.x == 0) {
      expect(&full, sizeof(as) + sizeof(bs));
      bring(as, &A, step * 64, 0, z, &full);
      bring(bs, &B, step * 64, 0, z, &full);
    }
    wait_for(&full, step % 2);
    begin_products();
#pragma unroll 1
    for (int part = 0; part < 64; part += 16)
      multiply(d, descriptor(as + part, 16, 1024, 1), descriptor(bs + part, 16, 1024, 1));
    end_products();
    __syncthreads();
  }
  for (int j = 0; j < 16; j += 8) {
    half* const at = &out[j * 2 + lane / 16 * 8 + lane % 8][warp * 16 + lane / 8 % 2 * 8];
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(address_of(at)),
                 "r"(packed(d[j], d[j + 1])), "r"(packed(d[j + 2], d[j + 3])), "r"(packed(d[j + 4], d[j + 5])),
                 "r"(packed(d[j + 6], d[j + 7]))
                 : "memory");
  }
  __syncthreads();
  for (int at = threadIdx.x; at < 32 * 8; at += 128)
    *reinterpret_cast<uint4*>(C + (z * 32 + at / 8) * 64 + at % 8 * 8) =
        *reinterpret_cast<const uint4*>(&out[at / 8][at % 8 * 8]);
}
