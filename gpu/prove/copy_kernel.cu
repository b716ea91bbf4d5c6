// A tensor copy of one box, read back.
#include "gpu/prove/sweep_kernels.hpp"

namespace tcviz::inline gpu_prove {
namespace {

constexpr int threads = 128;
constexpr unsigned copy_shared_bytes = 150 * 1024;
constexpr long long patience = 100'000'000;  // clocks

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
__device__ void begin_copy(const CopyMap& map, const CopyLaunch& launch, unsigned barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(launch.bytes) : "memory");
  if (launch.dimensions == 2)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2}], "
        "[%3];" ::"r"(launch.start),
        "l"(&map), "r"(0), "r"(barrier)
        : "memory");
  else
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2, %2}], "
        "[%3];" ::"r"(launch.start),
        "l"(&map), "r"(0), "r"(barrier)
        : "memory");
}

__device__ bool has_ended(unsigned barrier) {
  unsigned done = 0;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done)
               : "r"(barrier)
               : "memory");
  return done != 0;
}
#endif

__global__ void copy_kernel(const __grid_constant__ CopyMap map, const CopyLaunch launch, std::uint8_t* dump) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  extern __shared__ __align__(1024) char shared[];
  char* const zero = shared - __cvta_generic_to_shared(shared);
  for (unsigned at = threadIdx.x; at < launch.dumped; at += threads) zero[launch.start + at] = 0;
  __shared__ __align__(8) unsigned long long barrier_word;
  const auto barrier = static_cast<unsigned>(__cvta_generic_to_shared(&barrier_word));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier));
  __syncthreads();
  asm volatile("fence.proxy.async;" ::: "memory");
  if (threadIdx.x == 0) begin_copy(map, launch, barrier);
  const long long begin = clock64();
  bool done = false;
  while (!done && clock64() - begin < patience) done = has_ended(barrier);
  __syncthreads();
  for (unsigned at = threadIdx.x; at < launch.dumped; at += threads)
    dump[at] = done ? static_cast<std::uint8_t>(zero[launch.start + at]) : 255;
#endif
}

}  // namespace

cudaError_t launch_copy(const CopyMap& map, const CopyLaunch& launch, std::uint8_t* dump) {
  const cudaError_t code =
      cudaFuncSetAttribute(copy_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, copy_shared_bytes);
  if (code != cudaSuccess) return code;
  copy_kernel<<<1, threads, copy_shared_bytes>>>(map, launch, dump);
  return cudaGetLastError();
}

}  // namespace tcviz::inline gpu_prove
