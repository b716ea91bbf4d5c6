#include "tests/live/fake_kernel.hpp"

#include <cstdlib>
#include <cstring>
#include <vector>

// What the header takes from CUDA, made of C++. The lanes of a warp run in turn, lane 0 first, which leads: what it
// shuffles is kept for the others, call by call.
#define __CUDACC__
#define __host__
#define __device__

namespace {

struct Sides3 {
  unsigned x = 1, y = 1, z = 1;
};
Sides3 threadIdx, blockIdx, blockDim, gridDim;
unsigned present = ~0u;
std::vector<unsigned long long> shuffled;
std::size_t next_shuffle = 0;

unsigned __activemask() { return present; }
int __ffs(int word) { return __builtin_ffs(word); }
void __syncwarp(unsigned) {}
unsigned long long __shfl_sync(unsigned, unsigned long long value, int leader) {
  if (threadIdx.x % 32 == static_cast<unsigned>(leader)) shuffled.push_back(value);
  return shuffled[next_shuffle++];
}
template <class T>
T atomicAdd(T* at, T value) {
  const T was = *at;
  *at += value;
  return was;
}
template <class T>
T atomicCAS(T* at, T compare, T value) {
  const T was = *at;
  if (was == compare) *at = value;
  return was;
}

enum cudaError_t { cudaSuccess, cudaErrorInvalidSymbol };
enum CopyWay { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
struct cudaDeviceProp {
  int major = 9, minor = 0;
  char name[256] = "a GPU made of C++";
};
const char* cudaGetErrorString(cudaError_t) { return "an error"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* to, int) { return *to = cudaDeviceProp(), cudaSuccess; }
cudaError_t cudaMalloc(void** to, std::size_t bytes) { return *to = std::malloc(bytes), cudaSuccess; }
cudaError_t cudaFree(void* at) { return std::free(at), cudaSuccess; }
cudaError_t cudaMemset(void* at, int value, std::size_t bytes) { return std::memset(at, value, bytes), cudaSuccess; }
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, CopyWay) {
  return std::memcpy(to, from, bytes), cudaSuccess;
}
cudaError_t cudaMemcpyToSymbol(const void* to, const void* from, std::size_t bytes) {
  return std::memcpy(const_cast<void*>(to), from, bytes), cudaSuccess;
}

}  // namespace

#include "app/include/tcviz.cuh"

namespace tcviz {
namespace {

// As WMMA's: what is behind x is none of its registers.
struct FakeFragment {
  enum { num_elements = 4 };
  float x[4];
  float other[4];
};

void lane_runs(unsigned times) {
  FakeFragment fragment{};
  for (unsigned i = 0; i < 4; ++i) fragment.x[i] = static_cast<float>(threadIdx.x * 4 + i);
  for (unsigned time = 0; time < times; ++time) TCVIZ(fragment, "mma.m16n8k16.acc.f32");
}

void warp_runs(unsigned warp, const FakeLaunch& launch) {
  shuffled.clear();
  for (unsigned lane = 0; lane < launch.lanes; ++lane) {
    threadIdx = {warp * 32 + lane, 0, 0};
    next_shuffle = 0;
    lane_runs(launch.times);
  }
}

}  // namespace

bool run_fake_kernel(const FakeLaunch& launch, const std::string& file) {
  LiveOptions options;
  for (int side = 0; side < 3; ++side) options.block[side] = launch.watched[side];
  options.snapshots = launch.snapshots;
  options.first = launch.first;
  if (!live_start(options)) return false;
  gridDim = {launch.block[0] + 1, launch.block[1] + 1, launch.block[2] + 1};
  blockDim = {launch.warps * 32, 1, 1};
  blockIdx = {launch.block[0], launch.block[1], launch.block[2]};
  present = launch.lanes == 32 ? ~0u : (1u << launch.lanes) - 1;
  for (unsigned warp = 0; warp < launch.warps; ++warp) warp_runs(warp, launch);
  const bool saved = live_save(file.c_str());
  live_stop();
  return saved;
}

bool save_without_start(const std::string& file) { return live_save(file.c_str()); }

HeaderSizes header_sizes() { return {sizeof(LiveHead), sizeof(LiveSite), sizeof(LiveShot), live_version}; }

}  // namespace tcviz
