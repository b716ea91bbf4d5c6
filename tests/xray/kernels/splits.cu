// The sum over k, or the tiles of C, shared out among blocks: atomic additions, a last block that adds, stream-k,
// batches.
#include "fragments.cuh"

constexpr int height = 16, width = 16;

// 16 x 16 elements of A B for k from first on; A by rows, B by columns of pitch k.
__device__ void product(float (&sums)[2][4], const half* A, const half* B, int pitch, int first, int end) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
#pragma unroll 1
  for (int k = first; k < end; k += 16) {
    uint32_t a[4];
    rows_of(a, A + k, pitch);
    for (int j = 0; j < 2; ++j) {
      const half* const b = B + (j * 8 + g) * pitch + k + t * 2;
      multiply(sums[j], a, word_at(b), word_at(b + 8));
    }
  }
}
__device__ int row_of(int i) { return threadIdx.x % 32 / 4 + i / 2 * 8; }
__device__ int col_of(int j, int i) { return j * 8 + threadIdx.x % 4 * 2 + i % 2; }

// Each block has a part of k; the sums meet in C, which begins with what it held.
extern "C" __global__ void by_atomics(const half* A, const half* B, float* C, int k, int part) {
  float sums[2][4] = {};
  product(sums, A, B, k, blockIdx.x * part, min(k, (static_cast<int>(blockIdx.x) + 1) * part));
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) atomicAdd(C + row_of(i) * width + col_of(j, i), sums[j][i]);
}

// The same in pairs of halves.
extern "C" __global__ void by_pairs(const half* A, const half* B, half* C, int k, int part) {
  float sums[2][4] = {};
  product(sums, A, B, k, blockIdx.x * part, min(k, (static_cast<int>(blockIdx.x) + 1) * part));
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; i += 2)
      atomicAdd(reinterpret_cast<half2*>(C + row_of(i) * width + col_of(j, i)),
                __floats2half2_rn(sums[j][i], sums[j][i + 1]));
}

// Parts go to scratch memory; the block that comes last adds them up, with a bias.
extern "C" __global__ void by_last_block(const half* A, const half* B, const float* bias, float* C, float* scratch,
                                         int* arrived, int k, int part) {
  __shared__ bool is_last;
  float sums[2][4] = {};
  product(sums, A, B, k, blockIdx.x * part, min(k, (static_cast<int>(blockIdx.x) + 1) * part));
  float* const own = scratch + blockIdx.x * height * width;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) own[row_of(i) * width + col_of(j, i)] = sums[j][i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  for (int at = threadIdx.x; at < height * width; at += blockDim.x) {
    float sum = bias[at % width];
    for (unsigned block = 0; block < gridDim.x; ++block) sum += __ldcg(scratch + block * height * width + at);
    C[at] = sum;
  }
}

// Stream-k: `steps` pieces of 16 of k, of all tiles of C in a row, are shared out evenly: a block may end one tile,
// have all of a second and begin a third.
extern "C" __global__ void stream_k(const half* A, const half* B, float* C, int n, int k, int steps) {
  const int each = (steps + gridDim.x - 1) / gridDim.x, per_tile = k / 16;
  int step = blockIdx.x * each;
  const int end = min(steps, step + each);
  while (step < end) {
    const int tile = step / per_tile, from = step % per_tile, to = min(per_tile, from + end - step);
    float sums[2][4] = {};
    product(sums, A, B + tile * width * k, k, from * 16, to * 16);
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 4; ++i) {
        float* const at = C + row_of(i) * n + tile * width + col_of(j, i);
        if (from == 0 && to == per_tile)
          *at = *at + sums[j][i];
        else
          atomicAdd(at, sums[j][i]);
      }
    step += to - from;
  }
}

// A product for each of blockIdx.z.
extern "C" __global__ void batched(const half* A, const half* B, float* C, int k) {
  const int z = blockIdx.z;
  float sums[2][4] = {};
  product(sums, A + z * height * k, B + z * width * k, k, 0, k);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) C[z * height * width + row_of(i) * width + col_of(j, i)] = sums[j][i];
}

// All batches have the same B, and a block goes through several of them.
extern "C" __global__ void shared_right(const half* A, const half* B, half* C, int batches, int k) {
  for (int z = blockIdx.x; z < batches; z += gridDim.x) {
    float sums[2][4] = {};
    product(sums, A + z * height * k, B, k, 0, k);
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 4; i += 2)
        *reinterpret_cast<uint32_t*>(C + (z * height + row_of(i)) * width + col_of(j, i)) =
            packed(sums[j][i], sums[j][i + 1]);
  }
}

// Four warps have a quarter of k each; the sums go from the upper half of the warps to the lower, and once more.
extern "C" __global__ void by_tree(const half* A, const half* B, float* C, int k) {
  __shared__ float kept[2][8][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sums[2][4] = {};
  product(sums, A, B, k, warp * (k / 4), (warp + 1) * (k / 4));
  for (int half_of = 2; half_of > 0; half_of /= 2) {
    if (warp >= half_of && warp < 2 * half_of)
      for (int i = 0; i < 8; ++i) kept[warp - half_of][i][lane] = sums[i / 4][i % 4];
    __syncthreads();
    if (warp < half_of)
      for (int i = 0; i < 8; ++i) sums[i / 4][i % 4] += kept[warp][i][lane];
    __syncthreads();
  }
  if (warp > 0) return;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) C[row_of(i) * width + col_of(j, i)] = sums[j][i];
}

// A vector times a matrix: lanes have every 32nd of k, and shuffles add.
extern "C" __global__ void vector_lanes(const half* x, const half* B, float* y, int k) {
  const int n = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  float sum = 0;
  for (int at = threadIdx.x % 32 * 2; at < k; at += 64) {
    const float2 a = __half22float2(*reinterpret_cast<const half2*>(x + at));
    const float2 b = __half22float2(*reinterpret_cast<const half2*>(B + n * k + at));
    sum = fmaf(a.x, b.x, fmaf(a.y, b.y, sum));
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, step);
  if (threadIdx.x % 32 == 0) y[n] = sum;
}
