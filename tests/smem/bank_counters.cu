// Accesses of one warp to shared memory, most of them with inactive lanes, for the counters of Nsight Compute and for
// the clock. bank_counters.py builds and runs it.
//   bank_counters count   launches each case once; the counters of a launch are 64 times those of one access
//   bank_counters time    prints each case with its clocks as a line of JSON
#include <cuda_runtime.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "gpu/prove/bank_access.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#error "This GPU lacks stmatrix: compute capability 9.0 or later is needed."
#endif

using namespace tcviz::bank_access;

constexpr unsigned shared_bytes = 64 * 1024;
constexpr long reach = 32 * 1024;

template <Access access, int words>
__global__ void bank_kernel(const int* addresses, const void* source, float* out, int loops, int rounds) {
  extern __shared__ __align__(1024) char shared[];
  const int mine = addresses[threadIdx.x % 32];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(shared)) + (mine < 0 ? 0 : mine);
  const void* const own = static_cast<const char*>(source) + threadIdx.x % 32 * 16;
  unsigned v[4] = {1, 2, 3, 4};
  long long begin = 0, end = 0;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    begin = clock64();
    if (is_matrix<access> || mine >= 0) act_often<access, words>(at, v, own, loops);
    __syncthreads();
    end = clock64();
  }
  if (threadIdx.x == 0) out[0] = static_cast<float>(end - begin) / (loops * unrolled * (blockDim.x / 32));
  if ((v[0] ^ v[1]) == 0x12345678) out[1] = 1;
}

using Kernel = void (*)(const int*, const void*, float*, int, int);
struct Row {
  const char* name;
  int unit;  // bytes at a lane's address
  bool matrix;
  int random;  // number of random patterns
  Kernel kernel;
};
const Row rows[] = {{"ld128", 16, false, 230, bank_kernel<Access::Load, 4>},
                    {"ld64", 8, false, 230, bank_kernel<Access::Load, 2>},
                    {"st128", 16, false, 60, bank_kernel<Access::Store, 4>},
                    {"st64", 8, false, 60, bank_kernel<Access::Store, 2>},
                    {"st32", 4, false, 30, bank_kernel<Access::Store, 1>},
                    {"ld32", 4, false, 30, bank_kernel<Access::Load, 1>},
                    {"ld16", 2, false, 40, bank_kernel<Access::LoadPart, 2>},
                    {"ld8", 1, false, 40, bank_kernel<Access::LoadPart, 1>},
                    {"st16", 2, false, 40, bank_kernel<Access::StorePart, 2>},
                    {"st8", 1, false, 40, bank_kernel<Access::StorePart, 1>},
                    {"ldm1", 16, true, 8, bank_kernel<Access::Matrix, 1>},
                    {"ldm2", 16, true, 8, bank_kernel<Access::Matrix, 2>},
                    {"ldm4", 16, true, 12, bank_kernel<Access::Matrix, 4>},
                    {"ldmt4", 16, true, 8, bank_kernel<Access::MatrixTransposed, 4>},
                    {"stm1", 16, true, 8, bank_kernel<Access::StoreMatrix, 1>},
                    {"stm2", 16, true, 8, bank_kernel<Access::StoreMatrix, 2>},
                    {"stm4", 16, true, 12, bank_kernel<Access::StoreMatrix, 4>},
                    {"cp128", 16, false, 40, bank_kernel<Access::Copy, 4>}};

struct Random {
  std::uint64_t state;
  unsigned below(unsigned n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<unsigned>((state >> 33) % n);
  }
};
using Pattern = std::array<int, 32>;

unsigned lanes_on(Random& random, int style) {
  unsigned on = 0;
  const auto each = [&](unsigned of, unsigned out_of) {
    for (int lane = 0; lane < 32; ++lane) on |= (random.below(out_of) < of ? 1u : 0u) << lane;
  };
  switch (style) {
    case 0:
      return ~0u;
    case 1:
      each(7, 8);
      break;
    case 2:
      each(1, 2);
      break;
    case 3:
      each(1, 8);
      break;
    case 4:
      on = random.below(2) ? 0xffffu : 0xffff0000u;
      break;
    case 5:
      for (int q = 0; q < 4; ++q) on |= random.below(2) ? 0xffu << 8 * q : 0;
      break;
    case 6:
      on = random.below(2) ? 0x55555555u : 0xaaaaaaaau;
      break;
    case 7:
      on = random.below(2) ? 0x33333333u : 0xccccccccu;
      break;
    case 8:
      on = 1u << random.below(32);
      break;
    case 9:
      for (int p = 0; p < 16; ++p) on |= 1u << (2 * p + random.below(2));
      break;
    case 10:
      for (int p = 0; p < 16; ++p) on |= 1u << (p / 2 * 4 + p % 2 + 2 * random.below(2));
      break;
    case 11:
      for (int q = 0; q < 4; ++q) on |= random.below(2) ? (0xffu & random.below(256)) << 8 * q : 0;
      break;
  }
  return on ? on : 1u << random.below(32);
}

// Which lanes agree: none; by bit 0; by bit 1; by both; by bit 0 below and by bit 1 above; by bit 0 below alone; by bit
// 0 or 1 by quarters; by either in groups of four.
int partner(Random& random, int style, int lane, unsigned quarters) {
  switch (style) {
    case 0:
      return lane;
    case 1:
      return lane & ~1;
    case 2:
      return lane & ~2;
    case 3:
      return lane & ~3;
    case 4:
      return lane < 16 ? lane & ~1 : lane & ~2;
    case 5:
      return lane < 16 ? lane & ~1 : lane;
    case 6:
      return lane >= 16 ? lane & ~2 : lane;
    case 7:
      return lane & ~(quarters >> lane / 8 & 1 ? 1 : 2);
    case 8:
      return lane & ~(quarters >> lane / 4 & 1 ? 1 : 2);
    case 9:
      return lane & ~4;
    case 10:
      return lane == 31 ? lane : lane & ~1;
  }
  return lane;
}

Pattern random_pattern(Random& random, const Row& row) {
  const unsigned spans[] = {32, 64, 256, static_cast<unsigned>((reach - 16) / row.unit)};
  unsigned span = spans[random.below(4)];
  if (span > (reach - 16) / row.unit) span = (reach - 16) / row.unit;
  Pattern base{}, made{};
  const bool dense = random.below(3) == 0;
  for (int lane = 0; lane < 32; ++lane) base[lane] = row.unit * static_cast<int>(dense ? lane : random.below(span));
  const int joins = static_cast<int>(random.below(11)), off = row.matrix ? 0 : static_cast<int>(random.below(12));
  const unsigned quarters = random.below(256), on = lanes_on(random, off);
  for (int lane = 0; lane < 32; ++lane)
    made[lane] = on >> lane & 1 ? base[partner(random, row.matrix ? 0 : joins, lane, quarters)] : -1;
  return made;
}

std::vector<Pattern> patterns_of(const Row& row) {
  std::vector<Pattern> all;
  const unsigned masks[] = {0xffffffffu, 0x1u,        0xffu,       0xff00u, 0xffffu, 0xff00ffu,
                            0x80000001u, 0x55555555u, 0x0f0f0f0fu, 0x3u,    0x5u,    0x11u};
  for (const int stride : {1, 8, 33})
    for (const unsigned mask : masks) {
      if (row.matrix && mask != ~0u) continue;
      Pattern p{};
      for (int lane = 0; lane < 32; ++lane) p[lane] = mask >> lane & 1 ? lane * stride * row.unit : -1;
      if (p[31] < reach - 16) all.push_back(p);
    }
  Random random{static_cast<std::uint64_t>(&row - rows) * 7919 + 20261126};
  for (int n = 0; n < row.random; ++n) all.push_back(random_pattern(random, row));
  return all;
}

int main(int count, char** words) {
  const bool timed = count > 1 && std::string(words[1]) == "time";
  int* addresses;
  char* source;
  float* out;
  cudaMalloc(&addresses, 32 * sizeof(int));
  cudaMalloc(&source, 4096);
  cudaMemset(source, 0, 4096);
  cudaMalloc(&out, 2 * sizeof(float));
  for (const Row& row : rows) {
    cudaFuncSetAttribute(row.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    for (const Pattern& pattern : patterns_of(row)) {
      cudaMemcpy(addresses, pattern.data(), sizeof pattern, cudaMemcpyHostToDevice);
      if (timed)
        row.kernel<<<1, 512, shared_bytes>>>(addresses, source, out, 64, 3);
      else
        row.kernel<<<1, 32, shared_bytes>>>(addresses, source, out, 4, 1);
      float clocks = 0;
      cudaMemcpy(&clocks, out, sizeof clocks, cudaMemcpyDeviceToHost);
      if (!timed) continue;
      std::printf("{\"op\":\"%s\",\"clocks\":%.2f,\"at\":[", row.name, clocks);
      for (int lane = 0; lane < 32; ++lane) std::printf("%s%d", lane ? "," : "", pattern[lane]);
      std::printf("]}\n");
    }
  }
  const cudaError_t code = cudaDeviceSynchronize();
  if (code != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}
