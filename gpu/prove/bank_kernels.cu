// Accesses to shared memory by the clock: sixteen warps do one access again and again, so that nothing but the pipe of
// shared memory limits them.
#include <array>

#include "gpu/prove/bank_access.cuh"
#include "gpu/prove/sweep_kernels.hpp"

namespace tcviz::inline gpu_prove {
namespace {

using namespace bank_access;

constexpr int threads = 512, rounds = 3, loops = 64;
constexpr unsigned bank_shared_bytes = 64 * 1024;

template <Access access, int words>
__global__ void bank_kernel(const std::int32_t* addresses, const void* source, float* out) {
  extern __shared__ __align__(1024) char shared[];
  for (unsigned at = threadIdx.x * 4; at < bank_shared_bytes; at += threads * 4)
    *reinterpret_cast<unsigned*>(shared + at) = 0;
  __syncthreads();
  const int mine = addresses[threadIdx.x % 32];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(shared)) + (mine < 0 ? 0 : mine);
  const void* const own = static_cast<const char*>(source) + threadIdx.x % 32 * (4 * words);
  unsigned v[4] = {1, 2, 3, 4};
  long long begin = 0, end = 0;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    begin = clock64();
    if (is_matrix<access> || mine >= 0) act_often<access, words>(at, v, own, loops);
    __syncthreads();
    end = clock64();
  }
  if (threadIdx.x == 0) out[0] = static_cast<float>(end - begin) / (loops * unrolled * (threads / 32));
  if ((v[0] ^ v[1]) == 0x12345678) out[1] = 1;  // it never is, but what is not used is not loaded
}

template <Access access, int words>
cudaError_t launch(const std::int32_t* addresses, const void* source, float* out) {
  const auto kernel = bank_kernel<access, words>;
  const cudaError_t code = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bank_shared_bytes);
  if (code != cudaSuccess) return code;
  kernel<<<1, threads, bank_shared_bytes>>>(addresses, source, out);
  return cudaGetLastError();
}

constexpr auto rows = std::to_array<BankRow>({{"ld8", 75, launch<Access::LoadPart, 1>},
                                              {"ld16", 75, launch<Access::LoadPart, 2>},
                                              {"st8", 75, launch<Access::StorePart, 1>},
                                              {"st16", 75, launch<Access::StorePart, 2>},
                                              {"ld32", 75, launch<Access::Load, 1>},
                                              {"ld64", 75, launch<Access::Load, 2>},
                                              {"ld128", 75, launch<Access::Load, 4>},
                                              {"st32", 75, launch<Access::Store, 1>},
                                              {"st64", 75, launch<Access::Store, 2>},
                                              {"st128", 75, launch<Access::Store, 4>},
                                              {"ldm1", 75, launch<Access::Matrix, 1>},
                                              {"ldm2", 75, launch<Access::Matrix, 2>},
                                              {"ldm4", 75, launch<Access::Matrix, 4>},
                                              {"ldmt1", 75, launch<Access::MatrixTransposed, 1>},
                                              {"ldmt2", 75, launch<Access::MatrixTransposed, 2>},
                                              {"ldmt4", 75, launch<Access::MatrixTransposed, 4>},
                                              {"stm1", 90, launch<Access::StoreMatrix, 1>},
                                              {"stm2", 90, launch<Access::StoreMatrix, 2>},
                                              {"stm4", 90, launch<Access::StoreMatrix, 4>},
                                              {"stmt1", 90, launch<Access::StoreMatrixTransposed, 1>},
                                              {"stmt2", 90, launch<Access::StoreMatrixTransposed, 2>},
                                              {"stmt4", 90, launch<Access::StoreMatrixTransposed, 4>},
                                              {"cp32", 80, launch<Access::Copy, 1>},
                                              {"cp64", 80, launch<Access::Copy, 2>},
                                              {"cp128", 80, launch<Access::Copy, 4>}});

}  // namespace

std::span<const BankRow> bank_rows() { return rows; }

}  // namespace tcviz::inline gpu_prove
